-- Order settings of this market. The server writes the environment's at each start; the defaults are those of the pages.
create table private.order_settings (
  singleton boolean primary key default true check (singleton),
  payments text not null default 'off' check (payments in ('off', 'test', 'stripe')),
  shipping text not null default 'manual' check (shipping in ('manual', 'easypost')),
  -- The buyer protection fee: a fixed amount and a percentage of the items.
  fee_fixed_minor integer not null default 70 check (fee_fixed_minor between 0 and 10000),
  fee_percent numeric(5, 2) not null default 5 check (fee_percent between 0 and 50),
  meet_fee_fixed_minor integer not null default 35 check (meet_fee_fixed_minor between 0 and 10000),
  meet_fee_percent numeric(5, 2) not null default 2.5 check (meet_fee_percent between 0 and 50),
  seller_fee_percent numeric(5, 2) not null default 0 check (seller_fee_percent between 0 and 50),
  min_payout_minor integer not null default 500 check (min_payout_minor >= 1),
  pay_within interval not null default '15 minutes',
  ship_within_working_days integer not null default 3 check (ship_within_working_days between 1 and 30),
  meet_within interval not null default '14 days',
  -- A parcel without a delivery report counts as delivered after this time, which starts the inspection period.
  arrive_within interval not null default '14 days',
  check_within interval not null default '3 days',
  answer_within interval not null default '48 hours',
  return_within interval not null default '14 days',
  appeal_within interval not null default '14 days',
  -- Target for moderators; without automatic consequences.
  decide_within interval not null default '3 days'
);
comment on table private.order_settings is 'Payments, fees and time limits of orders. One row; read by functions only.';
alter table private.order_settings enable row level security;
insert into private.order_settings default values;

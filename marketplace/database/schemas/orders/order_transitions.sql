-- The state machine of orders as data: allowed actions per state, who may cause them, the next state, and the effects on money, ads and users.
-- Deadlines are in private.order_deadlines.
create table private.order_transitions (
  from_state text not null,
  event text not null,
  actor text not null check (actor in ('buyer', 'seller', 'moderator', 'carrier', 'provider', 'clock')),
  delivery text not null default 'any' check (delivery in ('any', 'ship', 'meet')),
  to_state text not null,
  -- hold: the payment. release: to the seller. refund: to the buyer. take_back, win_back: a chargeback and its reversal. void: pending payments.
  money text check (money in ('hold', 'release', 'refund', 'take_back', 'win_back', 'void')),
  ads text check (ads in ('free', 'sell', 'pause')),
  -- The kind of notification, also the line in the thread of a paid order, and its recipients.
  notice text,
  tells text check (tells in ('buyer', 'seller', 'both')),
  check ((notice is null) = (tells is null)),
  primary key (from_state, event, actor, delivery)
);
comment on table private.order_transitions is 'Rows: reference-data/045_private.order_transitions.csv. private.move_order() is the only reader.';
alter table private.order_transitions enable row level security;

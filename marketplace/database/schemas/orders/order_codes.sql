create table private.order_codes (
  order_id uuid primary key references public.orders on delete cascade,
  attempts smallint not null default 0,
  round smallint not null default 0
);
comment on table private.order_codes is 'Meet-up orders whose buyer has opened the code, with the wrong tries so far. The code itself is derived; see handover_codes.';
alter table private.order_codes enable row level security;

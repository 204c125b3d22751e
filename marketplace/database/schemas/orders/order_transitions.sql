-- The state machine of orders as data: what may happen to an order in a state, who may cause it, and the state after it.
create table private.order_transitions (
  from_state text not null,
  event text not null,
  actor text not null check (actor in ('buyer', 'seller', 'moderator', 'carrier', 'provider', 'clock')),
  delivery text not null default 'any' check (delivery in ('any', 'ship', 'meet')),
  to_state text not null,
  primary key (from_state, event, actor, delivery)
);
comment on table private.order_transitions is 'Rows: reference-data/045_private.order_transitions.csv. private.move_order() is the only reader.';
alter table private.order_transitions enable row level security;

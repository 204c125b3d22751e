-- The state machine of orders as data: what may happen to an order in a state, who may cause it, the state after it, and what it does to money, ads
-- and people. By when is a row of private.order_deadlines.
create table private.order_transitions (
  from_state text not null,
  event text not null,
  actor text not null check (actor in ('buyer', 'seller', 'moderator', 'carrier', 'provider', 'clock')),
  delivery text not null default 'any' check (delivery in ('any', 'ship', 'meet')),
  to_state text not null,
  -- hold: what was paid. release: to the seller. refund: to the buyer. take_back, win_back: a chargeback and its end. void: payments that were begun.
  money text check (money in ('hold', 'release', 'refund', 'take_back', 'win_back', 'void')),
  ads text check (ads in ('free', 'sell', 'pause')),
  -- The kind of notification, also the line in the thread of a paid order; and who gets it.
  notice text,
  tells text check (tells in ('buyer', 'seller', 'both')),
  check ((notice is null) = (tells is null)),
  primary key (from_state, event, actor, delivery)
);
comment on table private.order_transitions is 'Rows: reference-data/045_private.order_transitions.csv. private.move_order() is the only reader.';
alter table private.order_transitions enable row level security;

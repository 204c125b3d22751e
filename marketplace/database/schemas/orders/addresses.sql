-- Delivery addresses. The function `addresses` encrypts them (JWE); the database has only its country in plain text.
create table private.addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  sealed text not null check (char_length(sealed) <= 4000),
  -- In plain text, to tell whether an ad's shipping price covers it.
  country text not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default now()
);
create index addresses_user_idx on private.addresses (user_id, created_at);
alter table private.addresses enable row level security;

create table private.order_addresses (
  order_id uuid primary key references public.orders on delete cascade,
  sealed text not null
);
comment on table private.order_addresses is 'The address at the time of purchase, for the seller of a paid order. Deleted when the order ends.';
alter table private.order_addresses enable row level security;

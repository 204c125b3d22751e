create table private.shipping_labels (
  -- The provider's name of the parcel.
  shipment text primary key check (char_length(shipment) between 1 and 100),
  order_id uuid not null references public.orders on delete cascade,
  direction text not null default 'out' check (direction in ('out', 'back')),
  -- As of the purchase; until then the parcel has only prices.
  carrier text check (char_length(carrier) between 2 and 60),
  tracking text check (char_length(tracking) between 4 and 60),
  tracking_url text check (tracking_url ~ '^https://' and char_length(tracking_url) <= 300),
  label_url text check (label_url ~ '^https://' and char_length(label_url) <= 500),
  qr_url text check (qr_url ~ '^https://' and char_length(qr_url) <= 500),
  price_minor integer check (price_minor >= 0),
  -- Since when its label is being bought: no other parcel takes its place meanwhile.
  claimed_at timestamptz,
  bought_at timestamptz check (bought_at is null or carrier is not null and tracking is not null and price_minor is not null),
  given_back_at timestamptz,
  unique (order_id, direction)
);
comment on table private.shipping_labels is 'Labels of carriers that were priced or bought for parcels of orders, where a shipping provider is on. Links are cleared with the order''s address.';
create index shipping_labels_unused_idx on private.shipping_labels (order_id) where bought_at is not null and given_back_at is null;
alter table private.shipping_labels enable row level security;

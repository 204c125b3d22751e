-- Labels for parcels, bought from a shipping provider by the functions `labels` and `easypost-webhooks`.

-- Security definer: as the other verbs. What may be bought now: by the seller of a paid order, and by the buyer for the way back.
create or replace function public.order_label(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(order_label.order_id, 'either');
  is_seller constant boolean := bought.seller_id = auth.uid();
  label private.shipping_labels;
  sent private.shipping_labels;
begin
  perform private.refuse_if((select known.shipping from private.order_settings known) = 'manual', 'SK929', 'nothing_here');
  perform private.refuse_if(bought.delivery <> 'ship' or bought.state <> case when is_seller then 'paid' else 'returning' end,
    'SK371', 'order_state', jsonb_build_object('state', bought.state));
  select * into label from private.shipping_labels known where known.order_id = bought.id and known.direction = case when is_seller then 'out' else 'back' end;
  select * into sent from private.shipping_labels known where known.order_id = bought.id and known.direction = 'out' and known.bought_at is not null;
  return jsonb_build_object('direction', case when is_seller then 'out' else 'back' end, 'shipment', label.shipment, 'sent_as', sent.shipment,
    'currency', bought.currency, 'most_minor', bought.items_minor + bought.shipping_minor - bought.seller_fee_minor,
    'label', case when label.bought_at is not null then jsonb_build_object('carrier', label.carrier, 'tracking', label.tracking,
      'label_url', label.label_url, 'qr_url', label.qr_url, 'price_minor', label.price_minor) end);
end
$$;
comment on function public.order_label(uuid) is
  'For the function `labels`: the label of an order that its seller, or for a return its buyer, may buy now or has bought. {direction, shipment, sent_as, currency, most_minor, label}.';
grant execute on function public.order_label(uuid) to authenticated;

-- For the server only: order_label() has checked whose order it is. A label that was bought stays, and a parcel whose label is being bought, for
-- longer than the provider may take to answer.
create or replace function public.record_parcel(order_id uuid, direction text, shipment text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.shipping_labels as known (order_id, direction, shipment)
  values (record_parcel.order_id, record_parcel.direction, record_parcel.shipment)
  on conflict on constraint shipping_labels_order_id_direction_key do update set shipment = excluded.shipment, claimed_at = null
    where known.bought_at is null and (known.claimed_at is null or known.claimed_at < now() - interval '2 minutes');
  return found;
end
$$;
comment on function public.record_parcel(uuid, text, text) is 'For the server: notes the parcel of an order that has prices. False if another one is being bought or was bought.';

-- For the server only. Of two tabs with two parcels one may buy; for one parcel the provider sells one label.
create or replace function public.claim_parcel(shipment text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.shipping_labels known set claimed_at = now() where known.shipment = claim_parcel.shipment and known.bought_at is null;
  return found;
end
$$;
comment on function public.claim_parcel(text) is 'For the server, before it buys the label of a parcel. False if another parcel has taken its place.';

-- For the server only. The label of a parcel that goes out is taken off what the seller gets; the way back is the market's.
create or replace function public.record_label(order_id uuid, direction text, shipment text, label jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known private.shipping_labels;
begin
  -- Prices that were asked for meanwhile are of another parcel, which nobody pays for.
  insert into private.shipping_labels as parcel (order_id, direction, shipment, carrier, tracking, tracking_url, label_url, qr_url, price_minor, bought_at)
  values (record_label.order_id, record_label.direction, record_label.shipment, label ->> 'carrier', label ->> 'tracking', label ->> 'tracking_url',
    label ->> 'label_url', label ->> 'qr_url', (label ->> 'price_minor')::integer, now())
  on conflict on constraint shipping_labels_order_id_direction_key do update set shipment = excluded.shipment, carrier = excluded.carrier,
    tracking = excluded.tracking, tracking_url = excluded.tracking_url, label_url = excluded.label_url, qr_url = excluded.qr_url,
    price_minor = excluded.price_minor, bought_at = excluded.bought_at where parcel.bought_at is null
  returning * into known;
  if known.direction = 'out' then
    update public.orders bought set label_minor = known.price_minor where bought.id = known.order_id;
  end if;
end
$$;

-- For the server only: where a parcel is. A parcel that moves was sent; late, twice or in another order is the same.
create or replace function public.take_parcel_report(shipment text, status text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  label private.shipping_labels;
  bought public.orders;
begin
  select * into label from private.shipping_labels known where known.shipment = take_parcel_report.shipment and known.bought_at is not null;
  if not found or status not in ('moving', 'delivered') then
    return 'unknown';
  end if;
  select * into bought from public.orders known where known.id = label.order_id;
  insert into public.shipments (order_id, direction, carrier, tracking, tracking_url)
  select label.order_id, label.direction, label.carrier, label.tracking, label.tracking_url
  where bought.state = case label.direction when 'out' then 'paid' else 'returning' end
  on conflict on constraint shipments_pkey do nothing;
  if found then
    bought := private.move_order(bought.id, case label.direction when 'out' then 'ship' else 'ship_back' end, 'carrier',
      jsonb_build_object('carrier', label.carrier, 'tracking', label.tracking));
  end if;
  if status = 'delivered' and bought.state = (case label.direction when 'out' then 'shipped' else 'returning' end) then
    bought := private.move_order(bought.id, case label.direction when 'out' then 'deliver' else 'return' end, 'carrier');
    update public.shipments parcel set delivered_at = now() where parcel.order_id = bought.id and parcel.direction = label.direction;
  end if;
  return bought.state;
end
$$;

-- For the job: labels that nobody will use any more.
create or replace function private.unused_labels(most integer default 50) returns setof text
language sql stable set search_path = '' as $$
  select label.shipment from private.shipping_labels label join public.orders bought on bought.id = label.order_id
  where label.bought_at is not null and label.given_back_at is null and label.direction = 'out' and not bought.is_open
    and not exists (select from public.shipments parcel where parcel.order_id = bought.id and parcel.direction = 'out')
  order by label.bought_at limit most
$$;

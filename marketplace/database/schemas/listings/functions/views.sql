-- Visitors are distinguished by address only, since the rest can be forged.
create or replace function public.record_view(listing_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  who bytea := pg_catalog.sha256(convert_to(coalesce(auth.uid()::text, 'network:' || private.client_network(), ''), 'UTF8'));
begin
  insert into private.recent_views (listing_id, viewer, hour)
  select listing.id, who, date_trunc('hour', now()) from public.listings listing
  where listing.id = record_view.listing_id and listing.state in ('active', 'reserved')
    and listing.seller_id is distinct from auth.uid()
  on conflict do nothing;
  if found then
    update public.listings listing set views_count = listing.views_count + 1 where listing.id = record_view.listing_id;
    insert into public.listing_days as known (listing_id, day, views)
      values (record_view.listing_id, (now() at time zone 'UTC')::date, 1)
      on conflict on constraint listing_days_pkey do update set views = known.views + 1;
    -- Cleans up on one view in a hundred.
    if random() < 0.01 then
      delete from private.recent_views where hour < now() - interval '2 hours';
    end if;
  end if;
end
$$;
comment on function public.record_view(uuid) is 'Counts a view of an ad, once per viewer and hour, and never the seller''s own.';
grant execute on function public.record_view(uuid) to anon, authenticated;

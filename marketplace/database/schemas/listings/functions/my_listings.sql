-- Sale price and moderation notes are visible to the seller only.

-- Security definer: the columns are closed; returns the seller's own rows.
create or replace function private.own_listing_notes(listing_id uuid)
returns table (state_reason jsonb, state_rule text, sold_price_minor integer, sold_channel text, is_price_shared boolean)
language sql stable security definer set search_path = '' as $$
  select ad.state_reason, ad.state_rule, ad.sold_price_minor, ad.sold_channel,
    exists (select from public.sold_comps comp where comp.listing_id = ad.id)
  from public.listings ad where ad.id = own_listing_notes.listing_id and ad.seller_id = auth.uid()
$$;
grant execute on function private.own_listing_notes(uuid) to authenticated;

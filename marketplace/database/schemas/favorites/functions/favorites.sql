-- Security definer: the counter belongs to another user's ad.
create or replace function private.admit_favorite() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if((select count(*) from public.favorites favorite where favorite.user_id = new.user_id) >= 500,
    'SK402', 'favorites_full');
  new.seen_price_minor := (select listing.price_minor from public.listings listing where listing.id = new.listing_id);
  return new;
end
$$;
create or replace trigger admit_favorite before insert on public.favorites
  for each row execute function private.admit_favorite();

-- Security definer: as above.
create or replace function private.count_favorite() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.listings listing
    set saves_count = greatest(0, listing.saves_count + case tg_op when 'INSERT' then 1 else -1 end)
    where listing.id = coalesce(new.listing_id, old.listing_id);
  return null;
end
$$;
create or replace trigger count_favorite after insert or delete on public.favorites
  for each row execute function private.count_favorite();

-- Erases an account's data when its row is deleted, by the job after 30 days or by an administrator.

-- Removes the name from other users' notifications.
create or replace function private.anonymise_notifications(person uuid) returns void
language sql set search_path = '' as $$
  update public.notifications told set payload = told.payload || '{"from": "Deleted account"}'
  where told.payload ? 'from' and told.user_id <> person and (
    told.payload ->> 'conversation_id' in (select talk.id::text from public.conversations talk where person in (talk.buyer_id, talk.seller_id))
      and told.user_id in (select unnest(array[talk.buyer_id, talk.seller_id]) from public.conversations talk where person in (talk.buyer_id, talk.seller_id))
    or told.kind = 'followed_seller_ad' and told.payload ->> 'listing_id' in (select ad.id::text from public.listings ad where ad.seller_id = person))
$$;

-- Deletes rows only: the storage service sweeps files without a row.
create or replace function private.erase_files_of(person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects stored
    where stored.bucket_id in ('avatars', 'listing-photos') and stored.name collate "C" >= person || '/' and stored.name collate "C" < person || '0';
  delete from storage.objects stored using public.messages said
    where stored.bucket_id = 'chat-photos' and said.sender_id = person and said.kind = 'image' and stored.name = said.payload ->> 'path';
  delete from storage.objects stored
    where stored.bucket_id = 'chat-photos' and stored.owner_id = person::text;
  perform set_config('storage.allow_delete_query', 'false', true);
end
$$;

-- Deletes ads, or anonymises those with conversations.
create or replace function private.erase_ads_of(person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.deals deal set state = 'cancelled', end_reason = 'left', ended_at = now(), ended_by = person, changed_at = now()
    where person in (deal.buyer_id, deal.seller_id) and deal.state = 'handed_over';
  delete from public.conversations talk
    where person in (talk.buyer_id, talk.seller_id) and (talk.opened_at is null or not exists (
      select from public.profiles other where other.id = case when person = talk.buyer_id then talk.seller_id else talk.buyer_id end));
  delete from public.listings ad
    where ad.seller_id = person and not exists (select from public.conversations talk where talk.listing_id = ad.id);
  update public.listings ad set state = 'deleted', description = '', attributes = '{}', area = '', city = '', lat = null, lng = null,
      state_reason = null, state_rule = null
    where ad.seller_id = person;
  -- After the ads: a published ad must keep a photo.
  delete from public.listing_photos photo using public.listings ad where ad.id = photo.listing_id and ad.seller_id = person;
end
$$;

-- Security definer: runs for the auth service and the job.
create or replace function private.erase_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', '', true);
  perform private.end_deals_of(old.id);
  perform private.anonymise_notifications(old.id);
  perform private.erase_files_of(old.id);
  perform private.erase_ads_of(old.id);
  update public.conversations talk set state = 'locked', lock_reason = 'left'
    where talk.state = 'open' and old.id in (talk.buyer_id, talk.seller_id);
  delete from public.message_originals kept using public.messages said where said.id = kept.message_id and said.sender_id = old.id;
  update public.messages said set payload = said.payload - 'path' where said.sender_id = old.id and said.kind = 'image';
  delete from public.held_messages held where held.sender_id = old.id;
  delete from public.blocks block where old.id in (block.blocker_id, block.blocked_id);
  delete from public.follows follow where follow.seller_id = old.id;
  delete from public.reviews review where review.subject_id = old.id;
  update public.reviews review set author_id = null where review.author_id = old.id;
  perform private.hide_seller(old.id);
  update public.sellers seller set rating_average = null, rating_count = 0, sold_count = 0, active_count = 0, response_minutes = null,
      joined_at = seller.left_at
    where seller.id = old.id;
  return old;
end
$$;
create or replace trigger erase_person before delete on public.profiles
  for each row execute function private.erase_person();

-- Deletes sellers without conversations and orders. After the profile, so that accounts deleted together are all gone.
create or replace function private.forget_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.sellers seller
    where seller.left_at is not null and not exists (select from public.profiles profile where profile.id = seller.id)
      and not exists (select from public.conversations talk where seller.id in (talk.buyer_id, talk.seller_id))
      and not exists (select from public.orders bought where seller.id in (bought.buyer_id, bought.seller_id));
  return null;
end
$$;
create or replace trigger forget_seller after delete on public.profiles
  for each row execute function private.forget_seller();

-- For the job. False if the account was restored or already erased. Security definer: accounts belong to the auth service.
create or replace function private.erase_account(person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.departures departure where departure.user_id = person and departure.erase_at <= now() for update;
  if not found then
    return false;
  end if;
  delete from auth.users account where account.id = person;
  return found;
end
$$;

create or replace function private.bands_of(hash text) returns integer[]
language sql immutable set search_path = ''
return array(select part * 256 + ('x' || substr(hash, 1 + 2 * part, 2))::bit(8)::integer from generate_series(0, 7) as part);

-- How many of 64 bits may differ between copies of a picture. Measured on the demo market (backend/src/storage/README.md): another size or quality
-- changes four at most in 19 of 20, more brightness ten; of a thousand pairs of different pictures, one is below 18.
create or replace function private.copy_distance() returns integer language sql immutable set search_path = '' return 8;

-- Photos of other ads that look like a photo of this one. Drafts are excluded. Security definer: prints are closed.
create or replace function private.copies_of_photos(ad uuid) returns table (photo_id uuid, other_photo uuid, other_ad uuid, other_seller uuid)
language sql stable security definer set search_path = '' as $$
  select mine.photo_id, other.photo_id, other.listing_id, other.seller_id
  from private.photo_prints mine
  join private.photo_prints other on other.bands && mine.bands and other.listing_id <> mine.listing_id
  join public.listings listing on listing.id = other.listing_id and listing.state not in ('draft', 'deleted')
  where mine.listing_id = ad and bit_count(mine.phash # other.phash) <= private.copy_distance()
$$;

-- What in the photos of an ad needs a review and is not cleared, gravest first. Photos that could not be processed count too.
create or replace function private.photo_grounds(ad public.listings) returns table (rule text, reason jsonb)
language sql stable security definer set search_path = '' as $$
  select grounds.kind || grounds.photo_id, grounds.reason
  from (
    select 1 as place, 'photo_elsewhere:' as kind, copy.photo_id, private.problem('SK188', 'held_photo_elsewhere') as reason
    from private.copies_of_photos(ad.id) copy where copy.other_seller <> ad.seller_id
    union all
    select 2, 'photo_code:', print.photo_id, private.problem('SK189', 'held_photo_code') from private.photo_prints print
    where print.listing_id = ad.id and exists (
      select from unnest(print.codes) as code where (private.read_message(code)).found && array['link', 'mail', 'phone', 'handle'])
    union all
    select 3, 'photo_text:', print.photo_id, private.problem('SK190', 'held_photo_text') from private.photo_prints print
    where print.listing_id = ad.id and private.shows_contact(print.texts)
    union all
    select 4, 'photo_unread:', print.photo_id, private.problem('SK192', 'held_photo_unread') from private.photo_prints print
    where print.listing_id = ad.id and print.reading <> 'waiting'
    union all
    select 5, 'photo_waiting:', print.photo_id, private.problem('SK191', 'held_photo_waiting') from private.photo_prints print
    where print.listing_id = ad.id and print.reading = 'waiting') as grounds
  -- A moderator who approves a photo that waits approves it unread.
  where replace(grounds.kind, 'waiting', 'unread') || grounds.photo_id <> all (ad.cleared_rules)
  order by grounds.place, grounds.photo_id
$$;
create or replace function private.photo_ground(ad public.listings, out rule text, out reason jsonb)
language sql stable security definer set search_path = '' as $$
  select grounds.rule, grounds.reason from private.photo_grounds(ad) as grounds
  where (private.is_trusted(ad.seller_id) or (select profile.is_demo from public.profiles profile where profile.id = ad.seller_id)) is not true
  limit 1
$$;
comment on function private.photo_ground(public.listings) is 'Why the photos of an ad need a review: rule and reason, or nulls.';

create or replace function private.print_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings;
  ground record;
begin
  perform private.keep_print(new);
  select * into ad from public.listings listing where listing.id = new.listing_id;
  -- Added photos are checked together with earlier ones.
  if ad.state = 'active' then
    select * into ground from private.photo_ground(ad);
    if ground.rule is not null then
      update public.listings listing set state = 'pending_review', state_rule = ground.rule, state_reason = ground.reason where listing.id = ad.id;
    end if;
  end if;
  return null;
end
$$;
create or replace trigger print_photo after insert on public.listing_photos
  for each row execute function private.print_photo();

-- A second live ad for the same item by the same user: the older one has the savers and the history.
create or replace function private.refuse_second_copy() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_ad record;
begin
  select listing.ad_no, listing.title into first_ad
  from private.copies_of_photos(new.id) copy join public.listings listing on listing.id = copy.other_ad
  where copy.other_seller = new.seller_id and listing.state in ('active', 'reserved', 'pending_review') and listing.type = new.type
    and lower(btrim(listing.title)) = lower(btrim(new.title)) and listing.price_minor is not distinct from new.price_minor
    and listing.category = new.category
  limit 1;
  perform private.refuse_if(found, 'SK178', 'ad_offered_already', jsonb_build_object('number', first_ad.ad_no));
  return new;
end
$$;
create or replace trigger refuse_second_copy before update of state on public.listings
  for each row when (old.state in ('draft', 'changes_requested') and new.state in ('active', 'pending_review'))
  execute function private.refuse_second_copy();

-- QR codes in a picture are judged like text, and so is recognised text. Security definer: storage rows, profiles and verdicts are closed.
create or replace function private.judge_chat_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  talk public.conversations;
  codes text;
  words text;
  known text[];
  judged private.judgement;
begin
  select nullif(array_to_string(private.strings_in(object.metadata -> 'codes'), E'\n'), ''),
    nullif(btrim(private.words_shown(private.strings_in(object.metadata -> 'texts'))), '')
    into codes, words
  from storage.objects object where object.bucket_id = 'chat-photos' and object.name = new.payload ->> 'path';
  if codes is null and words is null then
    return new;
  end if;
  select * into talk from public.conversations conversation where conversation.id = new.conversation_id;
  known := private.sender_signals(new.sender_id, talk);
  if codes is not null then
    judged := private.judge_text(codes, known);
    if judged.action = 'mask' and private.both_know_each_other(talk.id) then
      judged.action := 'warn';
    end if;
    -- A part of a picture cannot be masked, and a sale needs no QR code.
    perform private.refuse_if(judged.action in ('mask', 'hold', 'block'), 'SK179', 'code_in_photo', jsonb_build_object('pattern', judged.pattern));
  end if;
  if words is not null and judged.action is distinct from 'warn' then
    judged := private.judge_text(left(words, 2000), known);
    perform private.refuse_if(judged.action in ('hold', 'block'), 'SK180', 'words_in_photo', jsonb_build_object('pattern', judged.pattern));
    if judged.action = 'mask' then
      -- Recognised text may have errors: it is delivered with a warning to the recipient.
      judged.action := 'warn';
    end if;
  end if;
  if judged.action = 'warn' then
    new.notice := judged.pattern;
    insert into public.message_verdicts (message_id, conversation_id, sender_id, action, score, pattern, rules, known)
    values (new.id, new.conversation_id, new.sender_id, 'warn', judged.score, judged.pattern, judged.rules, known);
  end if;
  return new;
end
$$;
create or replace trigger scam_guard_for_photos before insert on public.messages
  for each row when (new.kind = 'image') execute function private.judge_chat_photo();

-- For moderators: other ads with the same photos.
create or replace function private.ads_with_photos_of(ad uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('photo_id', copy.photo_id, 'id', copy.other_ad, 'title', listing.title, 'state', listing.state,
    'ad_no', listing.ad_no, 'seller_id', copy.other_seller, 'seller', (select seller.display_name from public.sellers seller where seller.id = copy.other_seller),
    'same_seller', copy.other_seller = own.seller_id) order by listing.ad_no), '[]')
  from (select distinct on (found.other_ad) found.* from private.copies_of_photos(ad) found order by found.other_ad limit 20) copy
  join public.listings listing on listing.id = copy.other_ad
  join public.listings own on own.id = ad
$$;

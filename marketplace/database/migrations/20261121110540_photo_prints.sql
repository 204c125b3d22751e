-- What photos look like and what codes in them say: copies of other people's photos and ads that are put up twice are found by the
-- fingerprint that storage took of each picture (perceptualHash), contact details in a picture by the QR codes it read (codes).

create table private.photo_prints (
  photo_id uuid primary key references public.listing_photos on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  seller_id uuid not null,
  phash bit(64),
  bands integer[] not null default '{}',
  codes text[] not null default '{}'
);
comment on table private.photo_prints is 'Of each photo of an ad: the fingerprint, and what its QR codes say. Written by a trigger only.';
comment on column private.photo_prints.bands is 'The fingerprint in eight parts of 8 bits: two that differ in at most seven bits share one of them.';
create index photo_prints_bands_idx on private.photo_prints using gin (bands);
create index photo_prints_listing_idx on private.photo_prints (listing_id);

create function private.bands_of(hash text) returns integer[]
language sql immutable
set search_path = ''
return array(select part * 256 + ('x' || substr(hash, 1 + 2 * part, 2))::bit(8)::integer from generate_series(0, 7) as part);

-- How many of 64 bits may differ between two copies of one picture. Measured on the demo market (backend/src/storage/README.md):
-- another size or quality changes four at most in 19 of 20, more light ten; of a thousand pairs of others, one has fewer than 18.
create function private.copy_distance() returns integer language sql immutable set search_path = '' return 8;

-- Photos of other ads that show the same as a photo of this one. Drafts are nobody's business. Security definer: prints are closed.
create function private.copies_of_photos(ad uuid) returns table (photo_id uuid, other_photo uuid, other_ad uuid, other_seller uuid)
language sql stable security definer
set search_path = ''
as $$
  select mine.photo_id, other.photo_id, other.listing_id, other.seller_id
  from private.photo_prints mine
  join private.photo_prints other on other.bands && mine.bands and other.listing_id <> mine.listing_id
  join public.listings listing on listing.id = other.listing_id and listing.state not in ('draft', 'deleted')
  where mine.listing_id = ad and bit_count(mine.phash # other.phash) <= private.copy_distance()
$$;

-- Why somebody has to look at the photos of an ad first; all null when nobody has to. Only accounts that are new are held up:
-- others answer for what they show. Security definer: as above.
create function private.photo_ground(ad public.listings, out rule text, out reason text)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  seen record;
begin
  if private.is_trusted(ad.seller_id) or (select profile.is_demo from public.profiles profile where profile.id = ad.seller_id) then
    return;
  end if;
  select 'photo_elsewhere:' || copy.photo_id into rule from private.copies_of_photos(ad.id) copy
    where copy.other_seller <> ad.seller_id and not 'photo_elsewhere:' || copy.photo_id = any(ad.cleared_rules)
    order by copy.photo_id limit 1;
  if rule is not null then
    reason := 'A photo of this ad is in somebody else''s ad as well. Show the thing itself: until a person has looked, the ad waits.';
    return;
  end if;
  for seen in
    select print.photo_id, code from private.photo_prints print, unnest(print.codes) as code where print.listing_id = ad.id order by print.photo_id
  loop
    if (private.read_message(seen.code)).found && array['link', 'mail', 'phone', 'handle']
        and not 'photo_code:' || seen.photo_id = any(ad.cleared_rules) then
      rule := 'photo_code:' || seen.photo_id;
      reason := 'A photo of this ad shows a code that leads somewhere else. Until a person has looked, the ad waits.';
      return;
    end if;
  end loop;
end
$$;
comment on function private.photo_ground(public.listings) is 'The rule and the sentence by which the photos of an ad have to be looked at first, or nulls.';

create function private.print_photo() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  seen jsonb;
  ad public.listings;
  ground record;
begin
  select object.metadata into seen from storage.objects object where object.bucket_id = 'listing-photos' and object.name = new.path;
  select * into ad from public.listings listing where listing.id = new.listing_id;
  insert into private.photo_prints (photo_id, listing_id, seller_id, phash, bands, codes)
  values (new.id, new.listing_id, ad.seller_id,
    case when seen ->> 'perceptualHash' ~ '^[0-9a-f]{16}$' then ('x' || (seen ->> 'perceptualHash'))::bit(64) end,
    case when seen ->> 'perceptualHash' ~ '^[0-9a-f]{16}$' then private.bands_of(seen ->> 'perceptualHash') else '{}' end,
    array(select jsonb_array_elements_text(case when jsonb_typeof(seen -> 'codes') = 'array' then seen -> 'codes' else '[]' end)));
  -- What was fine when it went up is looked at again with what is added to it.
  if ad.state = 'active' then
    select * into ground from private.photo_ground(ad);
    if ground.rule is not null then
      update public.listings listing set state = 'pending_review', state_rule = ground.rule, state_reason = ground.reason where listing.id = ad.id;
    end if;
  end if;
  return null;
end
$$;
create trigger print_photo after insert on public.listing_photos
  for each row execute function private.print_photo();

-- The same thing of the same person, twice on offer: the older ad has the watchers and the history.
create function private.refuse_second_copy() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  first_ad record;
begin
  select listing.ad_no, listing.title into first_ad
  from private.copies_of_photos(new.id) copy join public.listings listing on listing.id = copy.other_ad
  where copy.other_seller = new.seller_id and listing.state in ('active', 'reserved', 'pending_review') and listing.type = new.type
    and lower(btrim(listing.title)) = lower(btrim(new.title)) and listing.price_minor is not distinct from new.price_minor
    and listing.category = new.category
  limit 1;
  if found then
    raise exception using errcode = 'PT409',
      message = format('This is on offer already, as ad no. %s. Change or extend that one: it keeps everybody who saved it.', first_ad.ad_no),
      hint = 'Two of the same? Say so in the title.';
  end if;
  return new;
end
$$;
create trigger refuse_second_copy before update of state on public.listings
  for each row when (old.state in ('draft', 'changes_requested') and new.state in ('active', 'pending_review'))
  execute function private.refuse_second_copy();

-- A code in a picture leads where words would: it is judged like them. Security definer: storage rows, profiles and verdicts are closed.
create function private.judge_chat_photo() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  talk public.conversations;
  codes text;
  known text[];
  judged private.judgement;
begin
  select string_agg(code, E'\n') into codes from storage.objects object
    cross join lateral jsonb_array_elements_text(case when jsonb_typeof(object.metadata -> 'codes') = 'array' then object.metadata -> 'codes' else '[]' end) as code
    where object.bucket_id = 'chat-photos' and object.name = new.payload ->> 'path';
  if codes is null then
    return new;
  end if;
  select * into talk from public.conversations conversation where conversation.id = new.conversation_id;
  known := private.sender_signals(new.sender_id, talk);
  judged := private.judge_text(codes, known);
  if judged.action = 'mask' and private.both_know_each_other(talk.id) then
    judged.action := 'warn';
  end if;
  if judged.action in ('mask', 'hold', 'block') then
    -- A part of a picture cannot be covered, and nobody needs a code to sell a chair.
    raise exception using errcode = 'PT422', message = 'This photo shows a code with a link or contact details. Send it without the code.',
      detail = 'pattern=' || judged.pattern;
  elsif judged.action = 'warn' then
    new.notice := judged.pattern;
    insert into public.message_verdicts (message_id, conversation_id, sender_id, action, score, pattern, rules, known)
    values (new.id, talk.id, new.sender_id, judged.action, judged.score, judged.pattern, judged.rules, known);
  end if;
  return new;
end
$$;
create trigger scam_guard_for_photos before insert on public.messages
  for each row when (new.kind = 'image') execute function private.judge_chat_photo();

-- For the file that moderators read: where else the photos of an ad are.
create function private.ads_with_photos_of(ad uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('photo_id', copy.photo_id, 'id', copy.other_ad, 'title', listing.title, 'state', listing.state,
    'ad_no', listing.ad_no, 'seller_id', copy.other_seller, 'seller', (select seller.display_name from public.sellers seller where seller.id = copy.other_seller),
    'same_seller', copy.other_seller = own.seller_id) order by listing.ad_no), '[]')
  from (select distinct on (found.other_ad) found.* from private.copies_of_photos(ad) found order by found.other_ad limit 20) copy
  join public.listings listing on listing.id = copy.other_ad
  join public.listings own on own.id = ad
$$;

-- The grounds of the words come first (20261121101200_prohibited_items): a photo is judged when they hold nothing.
create or replace function private.grounds_of(ad public.listings) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(grounds.rule order by grounds.rule), '{}') from (
    select 'prohibited:' || hits.rule as rule from private.prohibited_hits(ad.title, ad.description, ad.category, ad.country) as hits
      where hits.severity = 'review'
    union
    select 'photo_elsewhere:' || copy.photo_id from private.copies_of_photos(ad.id) copy where copy.other_seller <> ad.seller_id
    union
    select 'photo_code:' || print.photo_id from private.photo_prints print where print.listing_id = ad.id and print.codes <> '{}') as grounds
  where grounds.rule <> all (ad.cleared_rules)
$$;

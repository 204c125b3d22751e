-- What is written in photos: contact details over a picture are those that words in an ad would be looked at for, and a
-- screenshot of a message is judged like the message. Storage reads the words (readText), as it reads codes.

do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    update storage.buckets set image_policy = image_policy || '{"readText": true}'
    where id in ('listing-photos', 'chat-photos') and image_policy is not null;
  end if;
end
$$;

alter table private.photo_prints add column texts text[] not null default '{}';
comment on table private.photo_prints is 'Of each photo of an ad: the fingerprint, what its QR codes say and what is written in it. Written by a trigger only.';

create function private.strings_in(list jsonb) returns text[]
language sql immutable
set search_path = ''
return array(select jsonb_array_elements_text(case when jsonb_typeof(list) = 'array' then list else '[]' end));

-- The name of a maker's site stands on most boxes and machines: only what leads to a page counts as a link.
create function private.words_shown(texts text[]) returns text
language sql immutable
set search_path = ''
return regexp_replace(array_to_string(texts, E'\n'), '(^|[\s(])(www\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(?=$|[\s),;])', '\1', 'gi');

create function private.shows_contact(texts text[]) returns boolean
language sql stable
set search_path = ''
return texts <> '{}' and (private.read_message(private.words_shown(texts))).found && array['mail', 'phone', 'handle'];

-- As before (20261121110540_photo_prints), and what is written in the photos.
create or replace function private.photo_ground(ad public.listings, out rule text, out reason text)
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
  select 'photo_text:' || print.photo_id into rule from private.photo_prints print
    where print.listing_id = ad.id and print.texts <> '{}' and not 'photo_text:' || print.photo_id = any(ad.cleared_rules)
      and private.shows_contact(print.texts)
    order by print.photo_id limit 1;
  if rule is not null then
    reason := 'Contact details are written in a photo of this ad. Buyers write to you here: use a photo without them, or wait until a person has looked.';
  end if;
end
$$;

create or replace function private.print_photo() returns trigger
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
  insert into private.photo_prints (photo_id, listing_id, seller_id, phash, bands, codes, texts)
  values (new.id, new.listing_id, ad.seller_id,
    case when seen ->> 'perceptualHash' ~ '^[0-9a-f]{16}$' then ('x' || (seen ->> 'perceptualHash'))::bit(64) end,
    case when seen ->> 'perceptualHash' ~ '^[0-9a-f]{16}$' then private.bands_of(seen ->> 'perceptualHash') else '{}' end,
    private.strings_in(seen -> 'codes'), private.strings_in(seen -> 'texts'));
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
    select 'photo_code:' || print.photo_id from private.photo_prints print where print.listing_id = ad.id and print.codes <> '{}'
    union
    select 'photo_text:' || print.photo_id from private.photo_prints print where print.listing_id = ad.id and private.shows_contact(print.texts)) as grounds
  where grounds.rule <> all (ad.cleared_rules)
$$;

-- Notes why a photo is shown with a warning. Security definer: verdicts are closed.
create function private.warn_of_photo(photo public.messages, judged private.judgement, known text[]) returns void
language sql security definer
set search_path = ''
begin atomic
  insert into public.message_verdicts (message_id, conversation_id, sender_id, action, score, pattern, rules, known)
  values (photo.id, photo.conversation_id, photo.sender_id, 'warn', judged.score, judged.pattern, judged.rules, known);
end;
revoke all on function private.warn_of_photo(public.messages, private.judgement, text[]) from public;

-- A code in a picture leads where words would, and is judged like them; so are the words in it. Security definer: storage rows,
-- profiles and verdicts are closed.
create or replace function private.judge_chat_photo() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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
    if judged.action in ('mask', 'hold', 'block') then
      -- A part of a picture cannot be covered, and nobody needs a code to sell a chair.
      raise exception using errcode = 'PT422', message = 'This photo shows a code with a link or contact details. Send it without the code.',
        detail = 'pattern=' || judged.pattern;
    end if;
  end if;
  if words is not null and judged.action is distinct from 'warn' then
    judged := private.judge_text(left(words, 2000), known);
    if judged.action in ('hold', 'block') then
      raise exception using errcode = 'PT422', message = 'The words in this photo could not be sent as a message either. Send it without them.',
        detail = 'pattern=' || judged.pattern;
    elsif judged.action = 'mask' then
      -- Read from a picture, with the mistakes of that: the other one is told what to look out for, and sees it.
      judged.action := 'warn';
    end if;
  end if;
  if judged.action = 'warn' then
    new.notice := judged.pattern;
    perform private.warn_of_photo(new, judged, known);
  end if;
  return new;
end
$$;

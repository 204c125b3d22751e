-- How much a word says about an ad, as marks in the index of words: the best ads of a common word are looked up, not picked from all that have it.

-- How well an ad stands whatever is searched for, in slots of 45 minutes: its publication, a level of quality three days later, a reservation a
-- week earlier (about what they weigh in the score). It never has to be written anew as time passes.
create function private.standing_slot(published_at timestamptz, quality smallint, state text) returns integer
language sql immutable
set search_path = ''
return floor(extract(epoch from published_at)::float8 / 2700)::integer + 96 * quality - case when state = 'reserved' then 224 else 0 end;

-- p:<scale>:<block>: the block of 2^scale slots that the ad lies in, beside the marks that were there before.
create or replace function private.search_marks(listing_id uuid, published_at timestamptz, quality smallint, state text, title_length smallint)
returns text[]
language sql immutable
set search_path = ''
begin atomic
  select array(
    select format('d:%s:%s', scale, private.standing_day(published_at, quality, state, title_length) >> scale) from unnest('{0,1,3,5}'::integer[]) as scale
    union all
    select format('p:%s:%s', scale, private.standing_slot(published_at, quality, state) >> scale) from unnest('{0,2,5,7,10}'::integer[]) as scale
    union all
    select 'b:' || halvings from generate_series(1, 10) as halvings
    where uuid_hash_extended(listing_id, 0) & ((1 << halvings) - 1) = 0);
end;

-- A step of four hundredths of what the score makes of a word that is worth so much where it stands (see text_score_sql()); 0 is the best.
create function private.impact_level(worth float8) returns integer
language sql immutable
set search_path = ''
return greatest(0, floor(-25 * ln(worth / (4 + worth))))::integer;

-- i:<level>:<lexeme> for each form of a word that says something about the ad: of titles and labels all, of a description what it says
-- twice, or what a short one says.
create function private.impact_marks(document tsvector, title_length smallint, label_length smallint, synonym_length smallint, text_length smallint)
returns text[]
language sql immutable
set search_path = ''
begin atomic
  with worth as (
    select 5 / (0.7::float8 + 0.0375::float8 * title_length) as title, 3 / (0.7::float8 + 0.0375::float8 * label_length) as label,
      0.5::float8 / (0.25::float8 + 0.01875::float8 * synonym_length) as synonym, 1 / (0.25::float8 + 0.0375::float8 * text_length) as text
  ),
  said as (
    select found.lexeme, (
      select private.impact_level(sum(case weight when 'A' then worth.title when 'B' then worth.label when 'C' then worth.synonym else worth.text end))
      from unnest(found.weights) as weight) as level
    from worth, unnest(document) as found where found.weights is not null
  )
  select array(select 'i:' || said.level || ':' || said.lexeme from said where said.level <= 40 order by said.lexeme);
end;

create or replace function private.refresh_search(changed uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings;
  filed public.categories;
  quality smallint;
  seller_type text;
  facts jsonb;
  indexed tsvector;
begin
  select * into ad from public.listings listing where listing.id = changed;
  if not found or ad.state not in ('active', 'reserved') then
    delete from public.listing_search entry where entry.listing_id = changed;
    return;
  end if;
  select * into filed from public.categories category where category.slug = ad.category;
  quality := (ad.photo_count >= 1)::integer + (char_length(ad.description) >= 200)::integer + (ad.attributes <> '{}')::integer;
  select coalesce(min(seller.seller_type), 'private') into seller_type from public.sellers seller where seller.id = ad.seller_id;
  facts := private.filter_facts(ad.attributes, ad.category);
  indexed := private.search_document(ad, filed);
  indexed := indexed || array_to_tsvector(
    private.search_marks(ad.id, ad.first_published_at, quality, ad.state, private.length_of(indexed, 'a'))
    || private.fact_marks(facts)
    || private.column_marks(ad.type, ad.condition, ad.delivery, seller_type, ad.photo_count > 0, ad.price_minor)
    || private.place_marks(ad.lat, ad.lng)
    || private.impact_marks(indexed, private.length_of(indexed, 'a'), private.length_of(indexed, 'b'), private.length_of(indexed, 'c'), private.length_of(indexed, 'd')));

  insert into public.listing_search as entry (listing_id, seller_id, category, root, ord, type, price_minor, condition,
    delivery, seller_type, has_photo, facts, state, lat, lng, published_at, expires_at, quality, is_accessory, title_length,
    label_length, synonym_length, text_length, document, card)
  values (ad.id, ad.seller_id, ad.category, private.root_of(ad.category), filed.ord_from, ad.type, ad.price_minor, ad.condition,
    ad.delivery, seller_type, ad.photo_count > 0, facts, ad.state, ad.lat, ad.lng, ad.first_published_at, ad.expires_at,
    quality, (private.title_parts(ad.title, filed.name ->> 'en')).is_accessory, private.length_of(indexed, 'a'),
    private.length_of(indexed, 'b'), private.length_of(indexed, 'c'), private.length_of(indexed, 'd'), indexed,
    private.listing_card(ad))
  on conflict (listing_id) do update set
    category = excluded.category, root = excluded.root, ord = excluded.ord, type = excluded.type,
    price_minor = excluded.price_minor, condition = excluded.condition, delivery = excluded.delivery,
    seller_type = excluded.seller_type, has_photo = excluded.has_photo, facts = excluded.facts, state = excluded.state,
    lat = excluded.lat, lng = excluded.lng, published_at = excluded.published_at, expires_at = excluded.expires_at,
    quality = excluded.quality, is_accessory = excluded.is_accessory, title_length = excluded.title_length,
    label_length = excluded.label_length, synonym_length = excluded.synonym_length, text_length = excluded.text_length,
    document = excluded.document, card = excluded.card;

  -- Also a brand that only the details name.
  perform private.learn_words(ad.title, concat_ws(' ', ad.description, (select string_agg(value, ' ') from jsonb_each_text(ad.attributes))),
    private.language_of(ad));
end
$$;
-- Nothing is planned by how common a word is: what that is known by is read for each statement, and gathered from thousands of documents.
alter table public.listing_search alter column document set statistics 0;
alter table private.search_sample alter column document set statistics 0;

comment on column public.listing_search.document is 'Words and stems: A title, B category and attributes, C synonyms and place, D description, also as <language>:<stem> when not English; t:<stem> title words, k:<stem> words of B, u:<stem> and w:<stem> what title and description say more than once, f:<stem> what it is made for, i:<level>:<lexeme> how well it says a word, and marks to filter by: c:<category> for the leaf and all above it, v:<column>:<value>, a: and n: of fact_marks(), g: of place_marks(), and those of search_marks() (a colon never occurs in a word).';

-- Ads that were there before get their marks from a job, some at a time; until all have them, search does without.
create table private.search_renewal (
  is_one boolean primary key default true check (is_one),
  -- The ads up to this one have them.
  done_up_to uuid,
  is_done boolean not null
);
comment on table private.search_renewal is 'How far the ads that were there before a change of the search index have been written anew.';
insert into private.search_renewal (is_done) select not exists (select from public.listing_search);

create function private.renewed_document(entry public.listing_search) returns tsvector
language sql immutable
set search_path = ''
return ts_delete(entry.document, array(select lexeme from unnest(entry.document) where lexeme ~ '^[ip]:'))
  || array_to_tsvector(private.search_marks(entry.listing_id, entry.published_at, entry.quality, entry.state, entry.title_length)
    || private.impact_marks(entry.document, entry.title_length, entry.label_length, entry.synonym_length, entry.text_length));

-- The next so many ads; how many that were, 0 when none is left. Rather than wait for somebody who is changing one of them it does nothing and is called again.
create function private.renew_search(batch integer) returns integer
language plpgsql
set search_path = ''
set lock_timeout = '100ms'
as $$
declare
  from_id uuid;
  up_to uuid;
  renewed integer;
begin
  select coalesce(renewal.done_up_to, '00000000-0000-0000-0000-000000000000') into from_id
  from private.search_renewal renewal where not renewal.is_done for update;
  if not found then
    return 0;
  end if;
  with next as (
    select entry.listing_id from public.listing_search entry where entry.listing_id > from_id order by entry.listing_id limit batch
  ),
  written as (
    update public.listing_search entry set document = private.renewed_document(entry) from next where entry.listing_id = next.listing_id
    returning entry.listing_id
  )
  select count(*), (select next.listing_id from next order by next.listing_id desc limit 1) into renewed, up_to from written;
  update private.search_renewal set done_up_to = coalesce(up_to, done_up_to), is_done = up_to is null;
  if up_to is null then
    perform private.count_common_words();
    return 0;
  end if;
  return greatest(1, renewed);
exception when lock_not_available then
  return 1;
end
$$;
comment on function private.renew_search(integer) is 'Writes the next ads of an upgraded market into the search index anew; returns 0 when none is left. For a job.';
grant execute on function private.renew_search(integer) to service_role;

-- For a search engine beside the database (marketplace/search): changed ads and their documents.

-- Security definer: any user who changes an ad writes the outbox, which has no grants.
create or replace function private.queue_search_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.listing_id, old.listing_id);
begin
  if exists (select from private.search_feed) then
    insert into private.search_outbox as outbox (listing_id, version) values (changed, nextval('private.search_version'))
    on conflict (listing_id) do update set version = excluded.version;
    perform private.run_job_now('feed-search');
  end if;
  return null;
end
$$;
create or replace trigger queue_search_change after insert or update or delete on private.listing_search
  for each row execute function private.queue_search_change();

-- The documents of ads for an engine, with a stamp for comparing copies; also of deleted ones.
create or replace function private.engine_documents(listings uuid[]) returns table (id uuid, document jsonb)
language sql stable set search_path = '' as $$
  select listing.id, to_jsonb(entry) - '{card,document,expires_at,price_low,price_high}'::text[] || jsonb_build_object(
    'document', entry.document::text, 'head', entry.head::text, 'stamp', private.engine_stamp(entry), 'published', floor(extract(epoch from entry.published_at) * 1000000)::bigint,
    'expires', floor(extract(epoch from entry.expires_at) * 1000)::bigint, 'words', array(select distinct word from unnest(private.search_words(entry.card ->> 'title')) as word where not private.is_stop_word(word)), 'path', array(
      select above.slug from public.categories filed join public.categories above on filed.ord_from between above.ord_from and above.ord_to
      where filed.slug = entry.category))
  from unnest(listings) as listing (id) left join private.listing_search entry on entry.listing_id = listing.id
$$;

create or replace function private.engine_stamp(entry private.listing_search) returns integer
language sql stable set search_path = ''
return hashtext(concat_ws(' ', entry.document, entry.facts, entry.price_minor, entry.condition, entry.delivery, entry.seller_type, entry.type,
  entry.has_photo, entry.state, entry.lat, entry.lng, extract(epoch from entry.published_at), extract(epoch from entry.expires_at), entry.quality, entry.is_accessory)) & 2147483647;

-- The number of ads by first hex digit of the id, and the sum of their stamps.
create or replace function private.engine_slices() returns table (slice text, ads bigint, stamps bigint)
language sql stable set search_path = '' as $$
  select left(entry.listing_id::text, 1), count(*), sum(private.engine_stamp(entry)::bigint)::bigint from private.listing_search entry group by 1
$$;

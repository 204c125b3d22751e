-- A deleted or expired ad that is posted again keeps its date and its savers.

create or replace function private.words_of_title(title text) returns text[]
language sql immutable set search_path = ''
return array(select distinct word[1] from regexp_matches(lower(title), '[[:alnum:]]+', 'g') as word);

-- Share of common words: 0 to 1.
create or replace function private.title_likeness(one text, other text) returns double precision
language sql immutable set search_path = ''
return (
  select coalesce(count(*) filter (where a.word is not null and b.word is not null)::double precision / nullif(count(*), 0), 0)
  from unnest(private.words_of_title(one)) as a(word) full join unnest(private.words_of_title(other)) as b(word) using (word)
);

-- The seller's former ads of the same item: a common photo and half of the title, or nearly the same title and price. Sold ads
-- are excluded. Security definer: prints are closed.
create or replace function private.earlier_ads_of(ad public.listings) returns setof public.listings
language sql stable security definer set search_path = '' as $$
  select earlier.* from public.listings earlier
  where earlier.seller_id = ad.seller_id and earlier.id <> ad.id and earlier.category = ad.category and earlier.type = ad.type
    and (earlier.state in ('deleted', 'expired', 'paused') or earlier.state = 'sold' and earlier.sold_channel = 'withdrawn')
    and earlier.first_published_at is not null and earlier.updated_at > now() - interval '90 days'
    and (
      private.title_likeness(earlier.title, ad.title) >= 0.8
        and (earlier.price_minor is not distinct from ad.price_minor
          or abs(earlier.price_minor - ad.price_minor) <= 0.3 * greatest(earlier.price_minor, ad.price_minor))
      or private.title_likeness(earlier.title, ad.title) >= 0.5 and exists (
        select from private.photo_prints mine join private.photo_prints other on other.bands && mine.bands
        where mine.listing_id = ad.id and other.listing_id = earlier.id
          and bit_count(mine.phash # other.phash) <= private.copy_distance()))
$$;

-- Named to run after tidy_listing_on_update, which may hold the ad for review.
create or replace function private.keep_date_of_repost() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.first_published_at := coalesce((select max(earlier.first_published_at) from private.earlier_ads_of(new) as earlier), new.first_published_at);
  return new;
end
$$;
create or replace trigger tidy_repost before update of state on public.listings
  for each row when (new.state = 'active' and old.first_published_at is null and new.first_published_at is not null)
  execute function private.keep_date_of_repost();

-- Moves saved ads, keeping prices and notes.
create or replace function private.keep_savers_of_repost() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with moved as (
    update public.favorites heart set listing_id = new.id
    from private.earlier_ads_of(new) as earlier
    where heart.listing_id = earlier.id and not exists (
      select from public.favorites known where known.user_id = heart.user_id and known.listing_id = new.id)
    returning earlier.id as earlier_id
  ), changes as (
    select new.id, count(*)::integer as more from moved
    union all select moved.earlier_id, -count(*)::integer from moved group by moved.earlier_id
  )
  update public.listings listing set saves_count = greatest(0, listing.saves_count + changes.more)
  from changes where listing.id = changes.id and changes.more <> 0;
  return null;
end
$$;
-- Named to run before queue_listing_news, whose job notifies the savers.
create or replace trigger keep_savers_of_repost after update of state on public.listings
  for each row when (new.state = 'active' and old.first_published_at is null and new.first_published_at < now())
  execute function private.keep_savers_of_repost();

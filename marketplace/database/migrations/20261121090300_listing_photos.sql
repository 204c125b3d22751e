-- Photographs of ads. The picture is an object in the bucket listing-photos; a row puts it into an ad.

create table public.listing_photos (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  path text not null check (char_length(path) <= 300),
  width integer,
  height integer,
  bytes bigint,
  alt text not null default '' check (char_length(alt) <= 200),
  position integer not null default 0 check (position between 0 and 1000),
  created_at timestamptz not null default now(),
  unique (listing_id, path)
);
comment on table public.listing_photos is 'One photograph of an ad; the one at the lowest position is the cover.';
comment on column public.listing_photos.path is 'Object name in the bucket listing-photos. Its first folder is the seller''s id.';
comment on column public.listing_photos.width is 'Pixels, from the stored picture: width, height and bytes are never taken from the client.';
create index listing_photos_path_idx on public.listing_photos (path);

alter table public.listing_photos enable row level security;
create policy "whoever may read an ad sees its photos" on public.listing_photos
  for select to anon, authenticated
  using (exists (select from public.listings listing where listing.id = listing_id));
create policy "sellers add photos of their own to their own ads" on public.listing_photos
  for insert to authenticated
  with check (
    split_part(path, '/', 1) = (select auth.uid())::text
    and exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())
      and listing.state in ('draft', 'pending_review', 'changes_requested', 'active', 'reserved', 'paused', 'expired')));
create policy "sellers describe and arrange their own photos" on public.listing_photos
  for update to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));
create policy "sellers remove photos from their own ads" on public.listing_photos
  for delete to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));
revoke all on public.listing_photos from anon, authenticated;
grant select on public.listing_photos to anon, authenticated;
grant insert (id, listing_id, path, alt, position), update (alt, position), delete on public.listing_photos to authenticated;

-- Security definer: reads storage.objects whatever its policies say, to learn the size of what was really stored.
create function private.admit_photo() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  stored jsonb;
  owner uuid;
  photos integer;
begin
  -- The lock makes two uploads at once take turns, or both could become the twentieth photo.
  select listing.seller_id into owner from public.listings listing where listing.id = new.listing_id for no key update;
  if owner is null or split_part(new.path, '/', 1) <> owner::text then
    raise exception using errcode = '42501', message = 'You can only add your own photos to your own ads.';
  end if;
  select object.metadata into stored from storage.objects object
    where object.bucket_id = 'listing-photos' and object.name = new.path;
  if not found then
    raise exception using errcode = 'PT422', message = 'This photo has not arrived yet. Upload it again.';
  end if;
  select count(*) into photos from public.listing_photos photo where photo.listing_id = new.listing_id;
  if photos >= 20 then
    raise exception using errcode = 'PT422', message = 'An ad can have 20 photos. Remove one to add another.';
  end if;
  new.width := (stored ->> 'width')::integer;
  new.height := (stored ->> 'height')::integer;
  new.bytes := (stored ->> 'size')::bigint;
  return new;
end
$$;
create trigger admit_photo before insert on public.listing_photos
  for each row execute function private.admit_photo();

-- Security definer: cover and count are columns of the ad that its seller cannot write.
create function private.carry_photos() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed uuid := coalesce(new.listing_id, old.listing_id);
  left_over integer;
begin
  select count(*) into left_over from public.listing_photos photo where photo.listing_id = changed;
  if tg_op = 'DELETE' and left_over = 0 and exists (
    select from public.listings listing join public.categories category on category.slug = listing.category
    where listing.id = changed and listing.state in ('active', 'reserved', 'paused') and listing.type in ('sell', 'free')
      and category.photo_min > 0)
  then
    raise exception using errcode = 'PT422', message = 'An ad on offer keeps at least one photo. Add another one first.';
  end if;
  update public.listings listing set
    photo_count = left_over,
    cover_path = (select photo.path from public.listing_photos photo where photo.listing_id = changed
      order by photo.position, photo.created_at, photo.id limit 1)
  where listing.id = changed;
  return null;
end
$$;
create trigger carry_photos after insert or delete or update of position on public.listing_photos
  for each row execute function private.carry_photos();

create function public.arrange_photos(listing_id uuid, photo_ids uuid[]) returns setof public.listing_photos
language sql
set search_path = ''
as $$
  with placed as (
    update public.listing_photos photo set position = wanted.place - 1
    from unnest(photo_ids) with ordinality as wanted (id, place)
    where photo.id = wanted.id and photo.listing_id = arrange_photos.listing_id
    returning photo.*)
  select * from placed order by position
$$;
comment on function public.arrange_photos(uuid, uuid[]) is 'Puts the photos of an ad into the given order in one step; the first becomes the cover.';
grant execute on function public.arrange_photos(uuid, uuid[]) to authenticated;

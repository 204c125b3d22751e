-- People: the private profile that its owner reads, and the public face that everyone may see.

-- Helpers that are no part of the API live here: the data API does not expose this schema.
create schema private;
grant usage on schema private to anon, authenticated, service_role;
comment on schema private is 'Trigger functions, rules and counters. Nothing here can be called or read over the data API.';

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  first_name text not null default '' check (char_length(first_name) <= 50),
  last_name text not null default '' check (char_length(last_name) <= 50),
  display_name text not null check (char_length(btrim(display_name)) between 2 and 40),
  phone text check (phone ~ '^\+?[0-9]{6,15}$'),
  signup_role text not null default 'shipper' check (char_length(signup_role) <= 50),
  role text not null default 'member' check (role in ('member', 'business', 'moderator', 'admin')),
  avatar_path text check (char_length(avatar_path) <= 300 and split_part(avatar_path, '/', 1) = id::text),
  bio text not null default '' check (char_length(bio) <= 500),
  locale text not null default 'en' check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  city text not null default '' check (char_length(city) <= 80),
  area text not null default '' check (char_length(area) <= 80),
  lat float8 check (lat between -90 and 90),
  lng float8 check (lng between -180 and 180),
  seller_type text not null default 'private' check (seller_type in ('private', 'business')),
  trust_level smallint not null default 0 check (trust_level between 0 and 3),
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  id_verified_at timestamptz,
  business_verified_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'One person, as only that person may see them. Created with the account; what others see is public.sellers.';
comment on column public.profiles.signup_role is 'What the sign-up form sent as role. Opaque: permissions come from the column role, which its owner cannot write.';
comment on column public.profiles.phone is 'Digits with an optional leading plus; separators are removed on writing. Never public.';
comment on column public.profiles.trust_level is '0 new, 1 confirmed, 2 proven, 3 checked. New accounts have daily limits.';

create table public.sellers (
  id uuid primary key references public.profiles on delete cascade,
  display_name text not null,
  avatar_path text,
  bio text not null default '',
  city text not null default '',
  area text not null default '',
  seller_type text not null default 'private',
  email_verified boolean not null default false,
  phone_verified boolean not null default false,
  id_verified boolean not null default false,
  business_verified boolean not null default false,
  rating_average numeric(2, 1),
  rating_count integer not null default 0 check (rating_count >= 0),
  sold_count integer not null default 0 check (sold_count >= 0),
  active_count integer not null default 0 check (active_count >= 0),
  response_minutes integer check (response_minutes >= 0),
  joined_at timestamptz not null default now(),
  is_demo boolean not null default false
);
comment on table public.sellers is 'The public face of a profile. Written by triggers only, so that nobody can praise themselves.';
comment on column public.sellers.rating_average is 'Null under 5 ratings: fewer say nothing.';

alter table public.profiles enable row level security;
create policy "people read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "people edit their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (first_name, last_name, display_name, phone, avatar_path, bio, locale, city, area, lat, lng)
  on public.profiles to authenticated;

alter table public.sellers enable row level security;
create policy "everyone sees the public face of a seller" on public.sellers
  for select to anon, authenticated using (true);
revoke all on public.sellers from anon, authenticated;
grant select on public.sellers to anon, authenticated;

-- Sign-up metadata is whatever the client sent: fit it into the columns rather than refuse the account.
create function private.name_for_display(first_name text, last_name text, id uuid) returns text
language sql immutable
set search_path = ''
return case
  when char_length(btrim(first_name)) >= 2 and btrim(last_name) <> ''
    then left(btrim(first_name), 36) || ' ' || upper(left(btrim(last_name), 1)) || '.'
  when char_length(btrim(first_name)) >= 2 then left(btrim(first_name), 40)
  else 'Member ' || left(id::text, 4)
end;
comment on function private.name_for_display(text, text, uuid) is 'First name and initial; a person chooses later whether to show more. Never derived from the e-mail address.';

create function private.phone_digits(phone text) returns text
language sql immutable
set search_path = ''
return nullif(regexp_replace(regexp_replace(phone, '[[:space:]()./-]', '', 'g'), '^00', '+'), '');

-- Security definer: the auth service inserts into auth.users and need not hold rights on the marketplace's tables.
create function private.create_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  given jsonb := new.raw_user_meta_data;
  first_name text := left(btrim(coalesce(given ->> 'first_name', given ->> 'given_name', given ->> 'name', '')), 50);
  last_name text := left(btrim(coalesce(given ->> 'last_name', given ->> 'family_name', '')), 50);
  phone text := private.phone_digits(coalesce(given ->> 'phone', new.phone));
begin
  insert into public.profiles (id, first_name, last_name, display_name, phone, signup_role, is_demo, trust_level,
    email_verified_at, phone_verified_at, created_at, locale)
  values (
    new.id, first_name, last_name, private.name_for_display(first_name, last_name, new.id),
    case when phone ~ '^\+?[0-9]{6,15}$' then phone end,
    coalesce(nullif(left(given ->> 'role', 50), ''), 'shipper'),
    -- app_metadata is written by the server only, so an account cannot call itself a demo and skip the limits.
    coalesce((new.raw_app_meta_data ->> 'demo')::boolean, false),
    case when (new.raw_app_meta_data ->> 'demo')::boolean then 1 else 0 end,
    new.email_confirmed_at, new.phone_confirmed_at, new.created_at,
    coalesce(substring(given ->> 'locale' from '^[a-z]{2}(?:-[A-Z]{2})?$'), 'en'));
  return null;
end
$$;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Security definer for the same reason as above.
create function private.carry_verification() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profiles
    set email_verified_at = new.email_confirmed_at, phone_verified_at = new.phone_confirmed_at
    where id = new.id;
  return null;
end
$$;
create trigger carry_verification after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row
  when (old.email_confirmed_at is distinct from new.email_confirmed_at
    or old.phone_confirmed_at is distinct from new.phone_confirmed_at)
  execute function private.carry_verification();

create function private.tidy_profile() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.phone := private.phone_digits(new.phone);
  new.display_name := btrim(new.display_name);
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$$;
create trigger tidy_profile before insert or update on public.profiles
  for each row execute function private.tidy_profile();

-- Security definer: nobody holds write rights on public.sellers.
create function private.show_profile_as_seller() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.sellers as seller (id, display_name, avatar_path, bio, city, area, seller_type,
    email_verified, phone_verified, id_verified, business_verified, joined_at, is_demo)
  values (new.id, new.display_name, new.avatar_path, new.bio, new.city, new.area, new.seller_type,
    new.email_verified_at is not null, new.phone_verified_at is not null, new.id_verified_at is not null,
    new.business_verified_at is not null, new.created_at, new.is_demo)
  on conflict (id) do update set
    display_name = excluded.display_name, avatar_path = excluded.avatar_path, bio = excluded.bio,
    city = excluded.city, area = excluded.area, seller_type = excluded.seller_type,
    email_verified = excluded.email_verified, phone_verified = excluded.phone_verified,
    id_verified = excluded.id_verified, business_verified = excluded.business_verified,
    joined_at = excluded.joined_at, is_demo = excluded.is_demo;
  return null;
end
$$;
create trigger show_profile_as_seller after insert or update on public.profiles
  for each row execute function private.show_profile_as_seller();

-- The rules run inside checks and triggers with the caller's rights.
grant execute on function private.phone_digits(text) to anon, authenticated, service_role;

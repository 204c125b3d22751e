-- Users: the private profile for its owner, and the public seller row.

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
  updated_at timestamptz not null default now(),
  standing text not null default 'good' check (standing in ('good', 'limited', 'suspended', 'banned')),
  standing_until timestamptz,
  read_receipts boolean not null default true,
  check (standing <> 'good' or standing_until is null),
  constraint profiles_avatar_is_own check (
  avatar_path ~ '^[0-9a-f-]{36}(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$')
);
comment on table public.profiles is 'A user''s private data, readable by that user only. Created with the account; others see public.sellers.';
comment on column public.profiles.signup_role is 'The role in the sign-up form. Not used for permissions, which come from the column role, which users cannot write.';
comment on column public.profiles.phone is 'Digits with an optional leading plus; separators are removed on writing. Never public.';
comment on column public.profiles.trust_level is '0 new, 1 confirmed, 2 proven, 3 checked. New accounts have daily limits.';
comment on column public.profiles.standing is 'limited: no new ads and conversations; suspended and banned: no writes. Set by decisions only.';
comment on column public.profiles.read_receipts is 'Whether others see that this user has read messages. Turning it off hides it in both directions.';
create index profiles_created_at_idx on public.profiles (created_at desc, id);
create index profiles_standing_until_idx on public.profiles (standing_until) where standing <> 'good';

alter table public.profiles enable row level security;
create policy "people read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "people edit their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.profiles as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (first_name, last_name, display_name, phone, avatar_path, bio, locale, city, area, lat, lng, read_receipts) on
  public.profiles to authenticated;

create table public.sellers (
  id uuid primary key,
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
  is_demo boolean not null default false,
  response_rate smallint check (response_rate between 0 and 100),
  response_count integer not null default 0 check (response_count >= 0),
  response_days smallint check (response_days in (30, 90)),
  deal_count integer not null default 0 check (deal_count >= 0),
  no_show_count integer not null default 0 check (no_show_count >= 0),
  left_at timestamptz,
  away_from date,
  away_until date,
  away_note text not null default '' check (char_length(away_note) <= 120),
  -- Discount for two or more items bought together.
  bundle_percent smallint not null default 0 check (bundle_percent between 0 and 50),
  constraint sellers_away_check check ((away_from is null) = (away_until is null) and away_from < away_until)
);
comment on table public.sellers is 'Public profile. Written by triggers only, so that users cannot change their own figures.';
comment on column public.sellers.rating_average is 'Null below 5 ratings, which are too few.';
comment on column public.sellers.response_rate is 'Percent of first messages answered within 24 hours; null below 5.';
comment on column public.sellers.response_minutes is 'Median minutes to the first answer; null below 5 first messages.';
comment on column public.sellers.response_count is 'Number of first messages behind both figures.';
comment on column public.sellers.response_days is 'The period in days: 30, or up to 90 if there were fewer than ten.';
comment on column public.sellers.deal_count is 'Deals made here that were completed or ended with a no-show.';
comment on column public.sellers.no_show_count is 'Of these, no-shows of this user.';
comment on column public.sellers.left_at is 'When the account was deleted: the rest of the row is then meaningless.';
comment on column public.sellers.away_until is 'The first day back (UTC).';
create index sellers_left_idx on public.sellers (id) where left_at is not null;

alter table public.sellers enable row level security;
create policy "everyone sees the public face of a seller" on public.sellers
  for select to anon, authenticated using (true);
revoke all on public.sellers from anon, authenticated;
grant select on public.sellers to anon, authenticated;

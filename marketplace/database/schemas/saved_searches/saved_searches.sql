-- Saved searches and the ads that they have found. Matching runs in reverse: a new ad is matched against all searches, first by indexed conditions,
-- then by the exact conditions of search itself.

create table public.saved_searches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 60),
  query jsonb not null check (jsonb_typeof(query) = 'object' and pg_column_size(query) <= 8192),
  exclude_words text[] not null default '{}' check (cardinality(exclude_words) <= 20 and private.are_short_words(exclude_words)),
  address text not null default '' check (char_length(address) <= 2000 and address !~ '[[:space:]]'),
  summary text not null default '' check (char_length(summary) <= 400),
  cadence text not null default 'instant' check (cadence in ('instant', 'hourly', 'daily', 'weekly', 'off')),
  channels text[] not null default '{in_app,mail,push}' check (channels <@ '{in_app,mail,push}'),
  new_count integer not null default 0 check (new_count >= 0),
  last_hit_at timestamptz,
  told_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table public.saved_searches is 'A saved search. query has the filtering parameters of search_listings(); exclude_words are those of its parameter exclude.';
comment on column public.saved_searches.address is 'The query string of /browse that shows it; summary describes its filters.';
comment on column public.saved_searches.told_at is 'When it last notified, or was created: the next hourly, daily or weekly period starts there.';
create index saved_searches_user_id_idx on public.saved_searches (user_id, created_at desc);

alter table public.saved_searches enable row level security;
create policy "people keep their own searches" on public.saved_searches
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.saved_searches as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.saved_searches from anon, authenticated;
grant delete on public.saved_searches to authenticated;
grant select (id, user_id, name, query, exclude_words, address, summary, cadence, channels, new_count, last_hit_at, created_at) on
  public.saved_searches to authenticated;
grant insert (name, query, exclude_words, address, summary, cadence, channels) on public.saved_searches to authenticated;
grant update (name, query, exclude_words, address, summary, cadence, channels) on public.saved_searches to authenticated;

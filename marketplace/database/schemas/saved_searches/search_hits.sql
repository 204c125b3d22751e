create table public.search_hits (
  search_id uuid not null references public.saved_searches on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  kind text not null check (kind in ('new', 'price_drop', 'back')),
  matched_on text[] not null default '{}',
  previous_minor integer,
  found_at timestamptz not null default now(),
  told_at timestamptz,
  primary key (search_id, listing_id, kind)
);
comment on table public.search_hits is 'An ad found by a saved search. Written by matching only.';
comment on column public.search_hits.matched_on is 'Why: word:<word>:<part of the ad>, and the names of the matching filters.';
create index search_hits_listing_id_idx on public.search_hits (listing_id);
create index search_hits_untold_idx on public.search_hits (search_id, found_at) where told_at is null;
create index search_hits_found_at_idx on public.search_hits (found_at);

alter table public.search_hits enable row level security;
create policy "people see what their own searches found" on public.search_hits
  for select to authenticated
  using (exists (select from public.saved_searches search where search.id = search_id and search.user_id = (select auth.uid())));
create policy "who has a second factor shows it first" on public.search_hits as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.search_hits from anon, authenticated;
grant select on public.search_hits to authenticated;

-- Search is answered by the server (marketplace/search), with the caller's rights and the settings of these functions; marketplace/contract/search
-- has parameters and results. The functions themselves only handle calls that do not come over HTTP.

create or replace function public.search_listings(params jsonb default '{}') returns jsonb
language plpgsql stable set search_path = ''
set max_parallel_workers_per_gather = 0
set jit = off
as $$
begin
  raise exception using errcode = '0A000', message = 'Search is answered by the server: call it over HTTP, and take its answer whole.';
end
$$;
comment on function public.search_listings(jsonb) is 'Live ads that match: items, total, facets (if requested) and the cursor of the next page. Public. Parameters and result: marketplace/contract/search/search.ts.';
grant execute on function public.search_listings(jsonb) to anon, authenticated;

create or replace function public.search_clusters(params jsonb default '{}') returns jsonb
language sql stable set search_path = ''
set max_parallel_workers_per_gather = 0
set jit = off
return public.search_listings(params);
comment on function public.search_clusters(jsonb) is 'The results of search_listings() as pins and clusters for a map at `zoom`. Public. Parameters and result: marketplace/contract/search/clusters.ts.';
grant execute on function public.search_clusters(jsonb) to anon, authenticated;

create or replace function public.suggest(q text) returns jsonb
language sql stable set search_path = ''
set max_parallel_workers_per_gather = 0
set jit = off
return public.search_listings(jsonb_build_object('q', q));
comment on function public.suggest(text) is 'From two characters: {queries: [text], categories: [{slug, name, parent, icon, count}], listings: [{id, title, price_minor, ...}]}.';
grant execute on function public.suggest(text) to anon, authenticated;

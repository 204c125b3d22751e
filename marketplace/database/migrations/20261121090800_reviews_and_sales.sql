-- What people say about each other after a deal, and what things sold for.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  subject_id uuid not null constraint reviews_subject_id_fkey references public.sellers on delete cascade,
  author_id uuid constraint reviews_author_id_fkey references public.sellers on delete set null,
  listing_id uuid references public.listings on delete set null,
  item_title text not null default '' check (char_length(item_title) <= 80),
  rating smallint not null check (rating between 1 and 5),
  tags text[] not null default '{}' check (tags <@ array['on_time', 'friendly', 'as_described', 'communicative']),
  body text not null default '' check (char_length(body) <= 1000),
  reply text check (char_length(reply) between 1 and 1000),
  state text not null default 'submitted' check (state in ('submitted', 'published', 'held', 'removed')),
  created_at timestamptz not null default now(),
  check (subject_id <> author_id)
);
comment on table public.reviews is 'One person on another after a deal. Stays hidden until both have written or 14 days have passed.';
create index reviews_subject_idx on public.reviews (subject_id, created_at desc) where state = 'published';

alter table public.reviews enable row level security;
create policy "everyone reads published reviews" on public.reviews
  for select to anon, authenticated using (state = 'published');
create policy "authors read their own reviews" on public.reviews
  for select to authenticated using (author_id = (select auth.uid()));
revoke all on public.reviews from anon, authenticated;
grant select on public.reviews to anon, authenticated;

-- Security definer: nobody may write public.sellers.
create function private.rate_seller() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.sellers seller set
    rating_count = given.count,
    rating_average = case when given.count >= 5 then given.average end
  from (
    select count(*), round(avg(rating), 1) as average from public.reviews review
    where review.subject_id = coalesce(new.subject_id, old.subject_id) and review.state = 'published') as given
  where seller.id = coalesce(new.subject_id, old.subject_id);
  return null;
end
$$;
create trigger rate_seller after insert or delete or update of rating, state on public.reviews
  for each row execute function private.rate_seller();

create table public.sold_comps (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid unique references public.listings on delete set null,
  category text not null references public.categories,
  attributes jsonb not null default '{}',
  condition text,
  price_minor integer not null check (price_minor > 0),
  currency text not null default 'EUR',
  sold_at timestamptz not null,
  area text not null default '',
  city text not null default ''
);
comment on table public.sold_comps is 'A sale without its people. Closed to the API: only price_guide() shows sums over at least 8 of them.';
create index sold_comps_category_idx on public.sold_comps (category, sold_at desc);
alter table public.sold_comps enable row level security;
revoke all on public.sold_comps from anon, authenticated;

-- Security definer: reads single sales in order to show only their distribution.
create function public.price_guide(category text, condition text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  prices integer[];
  low integer;
  step numeric;
begin
  select array_agg(comp.price_minor order by comp.price_minor) into prices
  from public.sold_comps comp
  where comp.category = price_guide.category and comp.currency = 'EUR' and comp.sold_at > now() - interval '180 days'
    and (price_guide.condition is null or comp.condition = price_guide.condition);
  -- Under 8 sales a range would be chance, and could point at one person's sale.
  if coalesce(cardinality(prices), 0) < 8 then
    return jsonb_build_object('count', coalesce(cardinality(prices), 0));
  end if;
  low := prices[1];
  step := greatest(1, (prices[cardinality(prices)] - low) / 10.0);
  return (
    select jsonb_build_object('count', count(*), 'currency', 'EUR', 'days', 180,
      'p25', round(percentile_cont(0.25) within group (order by price)),
      'median', round(percentile_cont(0.5) within group (order by price)),
      'p75', round(percentile_cont(0.75) within group (order by price)),
      'min', min(price), 'max', max(price),
      'histogram', (
        select jsonb_agg(jsonb_build_object('from', round(low + step * bin), 'to', round(low + step * (bin + 1)), 'count', (
          select count(*) from unnest(prices) as inside (amount)
          where least(9, floor((inside.amount - low) / step)) = bin)) order by bin)
        from generate_series(0, 9) as bin))
    from unnest(prices) as sold (price));
end
$$;
comment on function public.price_guide(text, text) is 'What things of a category sold for in the last 180 days; only the count when there are fewer than 8 sales.';
grant execute on function public.price_guide(text, text) to anon, authenticated;

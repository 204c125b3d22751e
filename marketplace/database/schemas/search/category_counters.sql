-- What search looks at: one row per ad on offer, with public facts only, kept in the same transaction as the ad.
-- A table of its own, because row level security would keep the word index from being used (its operators are not leakproof).

create table private.category_counters (
  category text primary key references public.categories on delete cascade,
  ads integer not null default 0
);
comment on table private.category_counters is 'Ads on offer per leaf category: counting them anew on each page would read the whole index.';

alter table private.category_counters enable row level security;
create policy "everyone reads how many ads a category has" on private.category_counters for select to anon, authenticated using (true);
grant select on private.category_counters to anon, authenticated, service_role;

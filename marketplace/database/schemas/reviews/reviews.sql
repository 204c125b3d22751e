-- Reviews after a deal.

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
  deal_id uuid references public.deals on delete set null,
  published_at timestamptz,
  replied_at timestamptz,
  check (subject_id <> author_id),
  constraint reviews_one_each unique (deal_id, author_id)
);
comment on table public.reviews is 'A review of one user by the other after a deal. Hidden until both have written or 14 days have passed.';
comment on column public.reviews.deal_id is 'Null for reviews of the demo market that predate its deals.';
create index reviews_subject_idx on public.reviews (subject_id, created_at desc) where state = 'published';
create index reviews_submitted_idx on public.reviews (deal_id) where state = 'submitted';
create index reviews_author_idx on public.reviews (author_id, created_at desc);

alter table public.reviews enable row level security;
create policy "everyone reads published reviews" on public.reviews
  for select to anon, authenticated using (state = 'published');
create policy "authors read their own reviews" on public.reviews
  for select to authenticated using (author_id = (select auth.uid()));
revoke all on public.reviews from anon, authenticated;
grant select on public.reviews to anon, authenticated;

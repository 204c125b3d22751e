-- Sellers can contest figures about them: late replies and missed meet-ups. Upheld contests no longer count.

create table public.fact_contests (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null constraint fact_contests_seller_id_fkey references public.sellers on delete cascade,
  conversation_id uuid unique references public.conversations on delete cascade,
  deal_id uuid unique references public.deals on delete cascade,
  item_title text not null,
  statement text not null check (char_length(btrim(statement)) between 10 and 1000),
  state text not null default 'open' check (state in ('open', 'upheld', 'rejected')),
  answer text check (char_length(btrim(answer)) between 10 and 1000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check (num_nonnulls(conversation_id, deal_id) = 1),
  check ((state = 'open') = (decided_at is null) and (state = 'open') = (answer is null))
);
comment on table public.fact_contests is 'Objections of sellers to facts shown about them, with the decision. Written by contest_fact() and decide_fact_contest().';
create index fact_contests_seller_idx on public.fact_contests (seller_id);
create index fact_contests_open_idx on public.fact_contests (created_at) where state = 'open';

alter table public.fact_contests enable row level security;
create policy "sellers and moderators read what is contested" on public.fact_contests
  for select to authenticated using (seller_id = (select auth.uid()) or (select private.has_role('moderator', 'admin')));
create policy "who has a second factor shows it first" on public.fact_contests as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.fact_contests from anon, authenticated;
grant select on public.fact_contests to authenticated;

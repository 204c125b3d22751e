-- Scam rules as data, with their verdicts. A rule is never changed: a new version is added and the previous one retired, so that verdicts refer to
-- the version they were based on.

create table public.scam_patterns (
  id text primary key,
  title jsonb not null check (title ? 'en'),
  advice jsonb not null check (advice ? 'en')
);
comment on table public.scam_patterns is 'Scam patterns, with the texts of their warnings by language.';

alter table public.scam_patterns enable row level security;
create policy "everybody reads what messages are suspected of" on public.scam_patterns for select to anon, authenticated using (true);
revoke all on public.scam_patterns from anon, authenticated;
grant select on public.scam_patterns to anon, authenticated;

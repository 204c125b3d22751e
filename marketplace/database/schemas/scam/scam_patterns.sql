-- The rules of the scam guard, as data, and what they make of a message. A rule is never changed: a new version is added and
-- the one before it retired, so that every verdict names what it was based on.

create table public.scam_patterns (
  id text primary key,
  title jsonb not null check (title ? 'en'),
  advice jsonb not null check (advice ? 'en')
);
comment on table public.scam_patterns is 'What a message can be suspected of, and what its reader is told, by language.';

alter table public.scam_patterns enable row level security;
create policy "everybody reads what messages are suspected of" on public.scam_patterns for select to anon, authenticated using (true);
revoke all on public.scam_patterns from anon, authenticated;
grant select on public.scam_patterns to anon, authenticated;

create table public.message_originals (
  message_id uuid primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  body text not null,
  created_at timestamptz not null default now()
);
comment on table public.message_originals is
  'Originals of masked and deleted messages (of a photo: its path). Kept for 90 days, for moderators; masked ones also for reveal_message().';
create index message_originals_age_idx on public.message_originals (created_at);

alter table public.message_originals enable row level security;
create policy "moderators read what was masked" on public.message_originals
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
create policy "who has a second factor shows it first" on public.message_originals as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.message_originals from anon, authenticated;
grant select on public.message_originals to authenticated;

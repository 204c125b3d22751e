create table public.message_verdicts (
  message_id uuid primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  sender_id uuid not null,
  action text not null check (action in ('allow', 'warn', 'mask', 'hold', 'block')),
  score integer not null,
  pattern text,
  rules jsonb not null,
  known text[] not null,
  fingerprint bytea,
  harmless_at timestamptz,
  sentence text check (char_length(sentence) <= 200),
  created_at timestamptz not null default now()
);
comment on table public.message_verdicts is 'The verdict on each message, with rule versions.';
comment on column public.message_verdicts.known is 'Facts about the sender: new_account, young_account, first_message, hurried, far_away, checked.';
comment on column public.message_verdicts.harmless_at is 'When the recipient marked it as harmless (mark_message_harmless).';
comment on column public.message_verdicts.sentence is 'The sentence that completed the most severe rule''s match. Null without a match.';
comment on column public.message_verdicts.fingerprint is 'Hash of the text, to detect mass messages. Null for short common texts.';
create index message_verdicts_same_words_idx on public.message_verdicts (sender_id, fingerprint, created_at) where fingerprint is not null;
create index message_verdicts_conversation_idx on public.message_verdicts (conversation_id, created_at);

alter table public.message_verdicts enable row level security;
create policy "moderators read verdicts" on public.message_verdicts
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
create policy "who has a second factor shows it first" on public.message_verdicts as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.message_verdicts from anon, authenticated;
grant select on public.message_verdicts to authenticated;

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations on delete cascade,
  sender_id uuid not null default auth.uid() references public.sellers on delete cascade,
  kind text not null default 'text' check (kind in ('text', 'image', 'offer', 'system', 'meetup')),
  body text check (char_length(btrim(body)) between 1 and 2000),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz,
  read_at timestamptz,
  notice text references public.scam_patterns,
  notice_sentence text check (char_length(notice_sentence) <= 200),
  masked boolean not null default false,
  deleted_at timestamptz,
  unique (conversation_id, sender_id, client_id),
  constraint messages_say_something check (kind <> 'text' or body is not null or deleted_at is not null)
);
comment on table public.messages is 'A message. Never edited. For kind system, body is a code such as offer_accepted or listing_sold.';
comment on column public.messages.client_id is 'Chosen by the sender''s client, so that a retry is not stored twice.';
comment on column public.messages.notice is 'The pattern that its reader is warned of.';
comment on column public.messages.notice_sentence is 'The quoted part that the warning is about; null for the whole text.';
comment on column public.messages.masked is 'Contact details were removed; reveal_message() returns the original once both have written twice.';
comment on column public.messages.deleted_at is 'When its sender deleted it: its content is removed here, and kept for moderators as long as masked text.';
create index messages_conversation_idx on public.messages (conversation_id, created_at desc, id);
create index messages_unread_idx on public.messages (conversation_id, sender_id) where read_at is null;
-- Orders messages of one transaction, which share now().

alter table public.messages enable row level security;
create policy "only the two people of a conversation read its messages" on public.messages
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.id = conversation_id));
create policy "people write in their own name in their own open conversations" on public.messages
  for insert to authenticated
  with check (sender_id = (select auth.uid()) and kind = 'text'
    and exists (select from public.conversations conversation
      where conversation.id = conversation_id and conversation.state = 'open'));
create policy "who has a second factor shows it first" on public.messages as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.messages from anon, authenticated;
grant select on public.messages to authenticated;
grant insert (conversation_id, body, client_id) on public.messages to authenticated;

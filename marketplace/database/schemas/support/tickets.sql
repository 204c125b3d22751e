-- Support tickets to the operator, with or without an account: /contact, "my tickets" and the inbox in /admin.

create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  ticket_no bigint generated always as identity (start with 1001) unique,
  person_id uuid references public.profiles on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 100),
  email text not null check (email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(email) <= 254),
  topic text not null check (topic in ('ad', 'deal', 'account', 'privacy', 'illegal', 'press', 'other')),
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object' and pg_column_size(fields) <= 8192),
  transcript jsonb not null default '[]' check (jsonb_typeof(transcript) = 'array' and pg_column_size(transcript) <= 131072),
  state text not null default 'open' check (state in ('open', 'waiting_user', 'waiting_us', 'closed')),
  client_id uuid not null unique,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);
comment on table public.tickets is 'A support request. Written by file_ticket() and the functions below; deleted a year after it was closed, or with the account.';
comment on column public.tickets.person_id is 'Null: written without an account and answered by email only.';
comment on column public.tickets.fields is 'Fields of the topic: where, organisation, good_faith.';
comment on column public.tickets.transcript is 'The conversation with the assistant that led to it, if the user chose to send it: [{role, content}].';
comment on column public.tickets.state is 'open and waiting_us wait for the operator, waiting_user for the user. A reply reopens a closed one.';
comment on column public.tickets.client_id is 'Chosen by the client, so that a retry creates no second ticket.';
create index tickets_person_idx on public.tickets (person_id, changed_at desc);
create index tickets_state_idx on public.tickets (state, changed_at);
create index tickets_email_idx on public.tickets (lower(email), created_at);

alter table public.tickets enable row level security;
create policy "people see their own tickets" on public.tickets
  for select to authenticated using (person_id = (select auth.uid()));
create policy "moderators see all tickets" on public.tickets
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
create policy "who has a second factor shows it first" on public.tickets as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.tickets from anon, authenticated;
grant select (id, ticket_no, person_id, name, email, topic, fields, transcript, state, created_at, changed_at, closed_at) on
  public.tickets to authenticated;

create table public.ticket_messages (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets on delete cascade,
  from_staff boolean not null,
  author_id uuid,
  body text not null check (char_length(btrim(body)) between 1 and 4000),
  attachments jsonb not null default '[]' check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 3),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.ticket_messages is 'A message of a ticket. Attachments are [{path, name}], objects of the bucket ticket-attachments.';
comment on column public.ticket_messages.author_id is 'No foreign key and no grant: an answer is the operator''s, and outlives its author''s account.';
create index ticket_messages_ticket_idx on public.ticket_messages (ticket_id, created_at);

alter table public.ticket_messages enable row level security;
create policy "who sees a ticket sees what was said in it" on public.ticket_messages
  for select to authenticated using (exists (select from public.tickets ticket where ticket.id = ticket_id));
create policy "who has a second factor shows it first" on public.ticket_messages as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.ticket_messages from anon, authenticated;
grant select (id, ticket_id, from_staff, body, attachments, created_at) on public.ticket_messages to authenticated;

-- Queue of emails about tickets: a process that dies loses none.
create table private.ticket_emails (
  id bigint generated always as identity primary key,
  message_id uuid not null references public.ticket_messages on delete cascade,
  kind text not null check (kind in ('copy', 'operator', 'answer')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  unique (message_id, kind)
);
comment on table private.ticket_emails is 'copy: to the author; operator: to the operator''s address; answer: the operator''s reply. Deleted when sent, or after eight attempts.';
create index ticket_emails_due_idx on private.ticket_emails (due_at);


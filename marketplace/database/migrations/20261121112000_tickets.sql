-- Letters to the people who run the market, with or without an account: /contact, "my tickets" and the inbox in /admin.

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
comment on table public.tickets is 'One matter that somebody wrote about. Written by file_ticket() and the verbs below; goes a year after it was closed, or with the account.';
comment on column public.tickets.person_id is 'Null: written without an account. The answer then goes by mail alone.';
comment on column public.tickets.fields is 'What the topic asks for: where, organisation, good_faith.';
comment on column public.tickets.transcript is 'The conversation with the assistant that led to it, if the person chose to send it: [{role, content}].';
comment on column public.tickets.state is 'open and waiting_us wait for the operator, waiting_user for the person. A closed one opens again when the person writes.';
comment on column public.tickets.client_id is 'Chosen by the device: sending again after a lost answer makes no second ticket.';
create index tickets_person_idx on public.tickets (person_id, changed_at desc);
create index tickets_state_idx on public.tickets (state, changed_at);
create index tickets_email_idx on public.tickets (lower(email), created_at);

create table public.ticket_messages (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets on delete cascade,
  from_staff boolean not null,
  author_id uuid,
  body text not null check (char_length(btrim(body)) between 1 and 4000),
  attachments jsonb not null default '[]' check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 3),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.ticket_messages is 'What was said in a ticket. Attachments are [{path, name}], objects of the bucket ticket-attachments.';
comment on column public.ticket_messages.author_id is 'No foreign key and no grant: an answer is the operator''s, and the line outlives whoever wrote it.';
create index ticket_messages_ticket_idx on public.ticket_messages (ticket_id, created_at);

alter table public.tickets enable row level security;
alter table public.ticket_messages enable row level security;
create policy "people see their own tickets" on public.tickets
  for select to authenticated using (person_id = (select auth.uid()));
create policy "moderators see all tickets" on public.tickets
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
create policy "who sees a ticket sees what was said in it" on public.ticket_messages
  for select to authenticated using (exists (select from public.tickets ticket where ticket.id = ticket_id));
create policy "who has a second factor shows it first" on public.tickets as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
create policy "who has a second factor shows it first" on public.ticket_messages as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
create trigger a_require_second_factor before insert or update on public.tickets
  for each statement execute function private.require_second_factor();
create trigger a_require_second_factor before insert or update on public.ticket_messages
  for each statement execute function private.require_second_factor();
revoke all on public.tickets, public.ticket_messages from anon, authenticated;
grant select (id, ticket_no, person_id, name, email, topic, fields, transcript, state, created_at, changed_at, closed_at)
  on public.tickets to authenticated;
grant select (id, ticket_id, from_staff, body, attachments, created_at) on public.ticket_messages to authenticated;

-- Pictures that come with a letter: <ticket>/<picture>. Only the server's function puts them there, also for visitors.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('ticket-attachments', 'ticket-attachments', false, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;
-- Where the backend can: they must be pictures, and lose the place and the time that cameras hide in them.
do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    update storage.buckets set image_policy = '{"maxEdge": 2560, "maxPixels": 50000000}' where id = 'ticket-attachments';
  end if;
end
$$;
create policy "who sees a ticket sees its pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'ticket-attachments'
    and exists (select from public.tickets ticket where ticket.id::text = split_part(objects.name, '/', 1)));

-- Pictures go with their ticket, whatever it goes for. The storage service sweeps up bytes that have lost their row.
create function private.forget_ticket_pictures() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  before text := current_setting('storage.allow_delete_query', true);
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects object where object.bucket_id = 'ticket-attachments' and split_part(object.name, '/', 1) = old.id::text;
  perform set_config('storage.allow_delete_query', coalesce(before, 'false'), true);
  return null;
end
$$;
create trigger forget_ticket_pictures after delete on public.tickets
  for each row execute function private.forget_ticket_pictures();

-- Mails about tickets that are still to be sent: a process that dies loses none.
create table private.ticket_mails (
  id bigint generated always as identity primary key,
  message_id uuid not null references public.ticket_messages on delete cascade,
  kind text not null check (kind in ('copy', 'operator', 'answer')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  unique (message_id, kind)
);
comment on table private.ticket_mails is 'copy: to whoever wrote; operator: to the operator''s address; answer: what the operator said. Gone when sent, or after eight attempts.';
create index ticket_mails_due_idx on private.ticket_mails (due_at);

-- Takes what is due for two minutes, as for notifications.
create function private.claim_ticket_mails(lim integer)
returns table (id bigint, kind text, email text, name text, ticket_no bigint, topic text, fields jsonb, has_account boolean,
  body text, pictures integer, transcript_lines integer, is_first boolean)
language sql
set search_path = ''
as $$
  with due as materialized (
    select mail.id from private.ticket_mails mail where mail.due_at <= now() order by mail.due_at limit lim for update skip locked
  ), claimed as (
    update private.ticket_mails mail set due_at = now() + interval '2 minutes', attempts = mail.attempts + 1
    from due where mail.id = due.id returning mail.*
  )
  select claimed.id, claimed.kind, ticket.email, ticket.name, ticket.ticket_no, ticket.topic, ticket.fields, ticket.person_id is not null,
    said.body, jsonb_array_length(said.attachments), jsonb_array_length(ticket.transcript),
    not exists (select from public.ticket_messages earlier where earlier.ticket_id = ticket.id and earlier.created_at < said.created_at)
  from claimed
  join public.ticket_messages said on said.id = claimed.message_id
  join public.tickets ticket on ticket.id = said.ticket_id
  order by claimed.id
$$;

create function private.settle_ticket_mail(mail_id bigint, is_sent boolean) returns void
language sql
set search_path = ''
as $$
  delete from private.ticket_mails mail where mail.id = mail_id and (is_sent or mail.attempts >= 8);
  update private.ticket_mails mail set due_at = now() + interval '1 minute' * least(2 ^ mail.attempts, 60) where mail.id = mail_id;
$$;

create function private.say_in_ticket(ticket uuid, from_staff boolean, author uuid, body text, attachments jsonb, mails text[])
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  said uuid;
begin
  insert into public.ticket_messages (ticket_id, from_staff, author_id, body, attachments)
  values (ticket, say_in_ticket.from_staff, author, btrim(say_in_ticket.body), coalesce(say_in_ticket.attachments, '[]'))
  returning id into said;
  insert into private.ticket_mails (message_id, kind) select said, unnest(mails);
  perform private.wake_job('deliver-ticket-mails');
  return said;
end
$$;

-- For the function `contact`, which knows who calls and from where; the letter is theirs, the rules are here.
create function public.file_ticket(ticket_id uuid, client_id uuid, person uuid, name text, email text, topic text, fields jsonb,
  body text, attachments jsonb, transcript jsonb)
returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  filed bigint;
begin
  -- Sent again after a lost answer.
  select known.ticket_no into filed from public.tickets known where known.client_id = file_ticket.client_id;
  if found then
    return filed;
  end if;
  -- Nobody's mailbox is to be filled by others.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('ticket:' || lower(file_ticket.email), 0));
  if (select count(*) >= 5 from public.tickets known where lower(known.email) = lower(file_ticket.email)
      and known.created_at > now() - interval '1 day') then
    raise exception using errcode = 'PT429', message = 'Five letters came from this address today already. Answer one of them, or write again tomorrow.';
  end if;
  insert into public.tickets (id, client_id, person_id, name, email, topic, fields, transcript)
  values (file_ticket.ticket_id, file_ticket.client_id, file_ticket.person, btrim(file_ticket.name), btrim(file_ticket.email), file_ticket.topic,
    coalesce(file_ticket.fields, '{}'), coalesce(file_ticket.transcript, '[]'))
  returning ticket_no into filed;
  perform private.say_in_ticket(file_ticket.ticket_id, false, file_ticket.person, file_ticket.body, file_ticket.attachments, array['copy', 'operator']);
  return filed;
end
$$;
comment on function public.file_ticket(uuid, uuid, uuid, text, text, text, jsonb, text, jsonb, jsonb) is
  'Opens a ticket and gives its number; repeating it with the same client_id gives the same. For the service key.';
revoke all on function public.file_ticket(uuid, uuid, uuid, text, text, text, jsonb, text, jsonb, jsonb) from public, anon, authenticated;
grant execute on function public.file_ticket(uuid, uuid, uuid, text, text, text, jsonb, text, jsonb, jsonb) to service_role;

-- Security definer: what is said in a ticket is written by verbs only.
create function public.reply_to_ticket(ticket_id uuid, body text, attachments jsonb default '[]') returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mine public.tickets;
begin
  select * into mine from public.tickets ticket where ticket.id = reply_to_ticket.ticket_id and ticket.person_id = auth.uid() for update;
  if not found or not private.second_factor_shown() then
    raise exception using errcode = 'PT404', message = 'This is none of your tickets.';
  elsif char_length(btrim(coalesce(body, ''))) not between 1 and 4000 then
    raise exception using errcode = 'PT422', message = 'Write 1 to 4,000 characters.';
  elsif jsonb_typeof(attachments) <> 'array' or jsonb_array_length(attachments) > 3 then
    raise exception using errcode = 'PT422', message = 'Send 3 pictures at most.';
  elsif exists (select from jsonb_array_elements(attachments) as sent where split_part(sent ->> 'path', '/', 1) is distinct from mine.id::text) then
    raise exception using errcode = 'PT422', message = 'These pictures belong to another ticket.';
  elsif (select count(*) >= 20 from public.ticket_messages said where said.ticket_id = mine.id and not said.from_staff
      and said.created_at > now() - interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'That is a lot for one hour. A person reads it first; write again later.';
  end if;
  perform private.say_in_ticket(mine.id, false, auth.uid(), body, attachments, array['operator']);
  update public.tickets ticket set state = case when mine.state = 'open' then 'open' else 'waiting_us' end, changed_at = now(), closed_at = null
    where ticket.id = mine.id;
end
$$;
comment on function public.reply_to_ticket(uuid, text, jsonb) is 'Says more in one''s own ticket; a closed one opens again.';

insert into public.notification_kinds (kind, group_name, title, urgent) values
  ('ticket_answered', 'account', 'An answer to your letter', true);

-- Security definer: writes for the operator, after asking for the role.
create function public.answer_ticket(ticket_id uuid, body text, and_close boolean default false) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  answered public.tickets;
  said uuid;
begin
  perform private.require_role('moderator', 'admin');
  select * into answered from public.tickets ticket where ticket.id = answer_ticket.ticket_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'This ticket has gone.';
  elsif char_length(btrim(coalesce(body, ''))) not between 1 and 4000 then
    raise exception using errcode = 'PT422', message = 'Write 1 to 4,000 characters.';
  end if;
  said := private.say_in_ticket(answered.id, true, auth.uid(), body, '[]', array['answer']);
  update public.tickets ticket set state = case when and_close then 'closed' else 'waiting_user' end,
      closed_at = case when and_close then now() end, changed_at = now()
    where ticket.id = answered.id;
  -- The mail with the whole answer goes out in any case: the person asked for it.
  perform private.notify(answered.person_id, 'ticket_answered',
    jsonb_build_object('ticket_id', answered.id, 'ticket_no', answered.ticket_no, 'line', left(btrim(body), 160)), said::text, array['in_app', 'push']);
  perform private.audit(case when and_close then 'ticket.answer_and_close' else 'ticket.answer' end, 'ticket:' || answered.ticket_no,
    jsonb_build_object('state', answered.state), jsonb_build_object('message_id', said));
end
$$;
comment on function public.answer_ticket(uuid, text, boolean) is 'For moderators: answers a ticket, by mail and where the person has an account also there.';

-- Security definer: as above.
create function public.close_ticket(ticket_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  closed public.tickets;
begin
  perform private.require_role('moderator', 'admin');
  select * into closed from public.tickets ticket where ticket.id = close_ticket.ticket_id and ticket.state <> 'closed' for update;
  if not found then
    raise exception using errcode = 'PT409', message = 'This ticket is closed already.';
  end if;
  update public.tickets ticket set state = 'closed', closed_at = now(), changed_at = now() where ticket.id = closed.id;
  perform private.audit('ticket.close', 'ticket:' || closed.ticket_no, jsonb_build_object('state', closed.state), null);
end
$$;
comment on function public.close_ticket(uuid) is 'For moderators: nothing is left to do.';
grant execute on function public.reply_to_ticket(uuid, text, jsonb), public.answer_ticket(uuid, text, boolean), public.close_ticket(uuid) to authenticated;

-- Security definer: how long others waited is told as one figure only.
create function public.usual_answer_time() returns interval
language sql stable security definer
set search_path = ''
as $$
  select case when count(*) >= 5 then percentile_cont(0.5) within group (order by waited) end
  from (select min(said.created_at) filter (where said.from_staff) - min(said.created_at) as waited
    from public.ticket_messages said where said.created_at > now() - interval '90 days' group by said.ticket_id) as tickets
  where waited is not null
$$;
comment on function public.usual_answer_time() is 'The median until the first answer, over 90 days; null below five answers.';
grant execute on function public.usual_answer_time() to anon, authenticated;

-- For the job: what nobody goes on with is closed after 30 days, what is closed goes after a year.
create function private.forget_tickets() returns integer
language plpgsql
set search_path = ''
as $$
declare
  forgotten integer;
begin
  update public.tickets set state = 'closed', closed_at = now() where state = 'waiting_user' and changed_at < now() - interval '30 days';
  delete from public.tickets where closed_at < now() - interval '1 year';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;

-- Pictures are deleted with their ticket. The storage service sweeps files without a row.
create or replace function private.forget_ticket_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before text := current_setting('storage.allow_delete_query', true);
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects object where object.bucket_id = 'ticket-attachments' and split_part(object.name, '/', 1) = old.id::text;
  perform set_config('storage.allow_delete_query', coalesce(before, 'false'), true);
  return null;
end
$$;
create or replace trigger forget_ticket_pictures after delete on public.tickets
  for each row execute function private.forget_ticket_pictures();

-- Claims due emails for two minutes, as for notifications.
create or replace function private.claim_ticket_emails(lim integer)
returns table (id bigint, kind text, email text, name text, ticket_no bigint, topic text, fields jsonb, has_account boolean,
  body text, pictures integer, transcript_lines integer, is_first boolean)
language sql set search_path = '' as $$
  with due as materialized (
    select mail.id from private.ticket_emails mail where mail.due_at <= now() order by mail.due_at limit lim for update skip locked
  ), claimed as (
    update private.ticket_emails mail set due_at = now() + interval '2 minutes', attempts = mail.attempts + 1
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

create or replace function private.settle_ticket_email(email_id bigint, is_sent boolean) returns void
language sql set search_path = '' as $$
  delete from private.ticket_emails mail where mail.id = email_id and (is_sent or mail.attempts >= 8);
  update private.ticket_emails mail set due_at = now() + interval '1 minute' * least(2 ^ mail.attempts, 60) where mail.id = email_id;
$$;

create or replace function private.add_ticket_message(ticket uuid, from_staff boolean, author uuid, body text, attachments jsonb, mails text[])
returns uuid
language plpgsql set search_path = '' as $$
declare
  said uuid;
begin
  insert into public.ticket_messages (ticket_id, from_staff, author_id, body, attachments)
  values (ticket, add_ticket_message.from_staff, author, btrim(add_ticket_message.body), coalesce(add_ticket_message.attachments, '[]'))
  returning id into said;
  insert into private.ticket_emails (message_id, kind) select said, unnest(mails);
  perform private.run_job_now('deliver-ticket-emails');
  return said;
end
$$;

-- For the function `contact`, which knows caller and network; the rules are enforced here.
create or replace function public.file_ticket(ticket_id uuid, client_id uuid, person uuid, name text, email text, topic text, fields jsonb,
  body text, attachments jsonb, transcript jsonb)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  filed bigint;
begin
  -- Idempotent after a lost answer.
  select known.ticket_no into filed from public.tickets known where known.client_id = file_ticket.client_id;
  if found then
    return filed;
  end if;
  -- Prevents flooding the mailbox of another person.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('ticket:' || lower(file_ticket.email), 0));
  perform private.refuse_if((select count(*) >= 5 from public.tickets known where lower(known.email) = lower(file_ticket.email)
      and known.created_at > now() - interval '1 day'), 'SK708', 'tickets_used_up');
  insert into public.tickets (id, client_id, person_id, name, email, topic, fields, transcript)
  values (file_ticket.ticket_id, file_ticket.client_id, file_ticket.person, btrim(file_ticket.name), btrim(file_ticket.email), file_ticket.topic,
    coalesce(file_ticket.fields, '{}'), coalesce(file_ticket.transcript, '[]'))
  returning ticket_no into filed;
  perform private.add_ticket_message(file_ticket.ticket_id, false, file_ticket.person, file_ticket.body, file_ticket.attachments, array['copy', 'operator']);
  return filed;
end
$$;
comment on function public.file_ticket(uuid, uuid, uuid, text, text, text, jsonb, text, jsonb, jsonb) is
  'Opens a ticket and returns its number; idempotent by client_id. For the service key.';

-- Security definer: ticket messages are written by functions only.
create or replace function public.reply_to_ticket(ticket_id uuid, body text, attachments jsonb default '[]') returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine public.tickets;
begin
  select * into mine from public.tickets ticket where ticket.id = reply_to_ticket.ticket_id and ticket.person_id = auth.uid() for update;
  perform private.refuse_if(not found or not private.second_factor_shown(), 'SK709', 'no_such_own_ticket');
  perform private.refuse_if(char_length(btrim(coalesce(body, ''))) not between 1 and 4000, 'SK710', 'bad_ticket_words');
  perform private.refuse_if((select count(*) >= 20 from public.ticket_messages said where said.ticket_id = mine.id and not said.from_staff
      and said.created_at > now() - interval '1 hour'), 'SK711', 'ticket_replies_used_up');
  perform private.add_ticket_message(mine.id, false, auth.uid(), body, attachments, array['operator']);
  update public.tickets ticket set state = case when mine.state = 'open' then 'open' else 'waiting_us' end, changed_at = now(), closed_at = null
    where ticket.id = mine.id;
end
$$;
comment on function public.reply_to_ticket(uuid, text, jsonb) is 'Replies in the caller''s ticket; a closed one is reopened.';
grant execute on function public.reply_to_ticket(uuid, text, jsonb) to authenticated;

-- Security definer: writes for the operator, after checking the role.
create or replace function public.answer_ticket(ticket_id uuid, body text, and_close boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  answered public.tickets;
  said uuid;
begin
  perform private.require_role('moderator', 'admin');
  select * into answered from public.tickets ticket where ticket.id = answer_ticket.ticket_id for update;
  perform private.refuse_if(not found, 'SK712', 'no_such_ticket');
  perform private.refuse_if(char_length(btrim(coalesce(body, ''))) not between 1 and 4000, 'SK710', 'bad_ticket_words');
  said := private.add_ticket_message(answered.id, true, auth.uid(), body, '[]', array['answer']);
  update public.tickets ticket set state = case when and_close then 'closed' else 'waiting_user' end,
      closed_at = case when and_close then now() end, changed_at = now()
    where ticket.id = answered.id;
  -- The email with the answer is always sent: the user asked for it.
  perform private.notify(answered.person_id, 'ticket_answered',
    jsonb_build_object('ticket_id', answered.id, 'ticket_no', answered.ticket_no, 'line', left(btrim(body), 160)), said::text, array['in_app', 'push']);
  perform private.audit(case when and_close then 'ticket.answer_and_close' else 'ticket.answer' end, 'ticket:' || answered.ticket_no,
    jsonb_build_object('state', answered.state), jsonb_build_object('message_id', said));
end
$$;
comment on function public.answer_ticket(uuid, text, boolean) is 'For moderators: answers a ticket, by email and, with an account, by notification.';
grant execute on function public.answer_ticket(uuid, text, boolean) to authenticated;

-- Security definer: as above.
create or replace function public.close_ticket(ticket_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  closed public.tickets;
begin
  perform private.require_role('moderator', 'admin');
  select * into closed from public.tickets ticket where ticket.id = close_ticket.ticket_id and ticket.state <> 'closed' for update;
  perform private.refuse_if(not found, 'SK713', 'ticket_closed');
  update public.tickets ticket set state = 'closed', closed_at = now(), changed_at = now() where ticket.id = closed.id;
  perform private.audit('ticket.close', 'ticket:' || closed.ticket_no, jsonb_build_object('state', closed.state), null);
end
$$;
comment on function public.close_ticket(uuid) is 'For moderators: closes a ticket.';
grant execute on function public.close_ticket(uuid) to authenticated;

-- Security definer: returns an aggregate of others' waiting times.
create or replace function public.usual_answer_time() returns interval
language sql stable security definer set search_path = '' as $$
  select case when count(*) >= 5 then percentile_cont(0.5) within group (order by waited) end
  from (select min(said.created_at) filter (where said.from_staff) - min(said.created_at) as waited
    from public.ticket_messages said where said.created_at > now() - interval '90 days' group by said.ticket_id) as tickets
  where waited is not null
$$;
comment on function public.usual_answer_time() is 'The median time to the first answer, over 90 days; null below five answers.';
grant execute on function public.usual_answer_time() to anon, authenticated;

-- For the job: closes inactive tickets after 30 days, and deletes closed ones after a year.
create or replace function private.forget_tickets() returns integer
language plpgsql set search_path = '' as $$
declare
  forgotten integer;
begin
  update public.tickets set state = 'closed', closed_at = now() where state = 'waiting_user' and changed_at < now() - interval '30 days';
  delete from public.tickets where closed_at < now() - interval '1 year';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;

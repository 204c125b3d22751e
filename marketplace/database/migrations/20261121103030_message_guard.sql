-- Every message is judged in the transaction that writes it. What is held or blocked never becomes a message: it waits in a
-- table of its own, so that nothing that follows from a message (counters, ticks, notifications, live events) can leak it.

alter table public.messages
  add column notice text references public.scam_patterns,
  add column masked boolean not null default false;
comment on column public.messages.notice is 'The pattern that its reader is warned of.';
comment on column public.messages.masked is 'Contact details were taken out; reveal_message() gives the whole once both have written twice.';

create table public.held_messages (
  id uuid primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  sender_id uuid not null references public.sellers on delete cascade,
  body text not null,
  client_id uuid not null,
  pattern text not null references public.scam_patterns,
  state text not null check (state in ('held', 'blocked', 'released', 'refused')),
  created_at timestamptz not null default now(),
  appeal text check (char_length(btrim(appeal)) between 1 and 500),
  appealed_at timestamptz,
  statement text check (char_length(statement) <= 500),
  decided_at timestamptz,
  decided_by uuid,
  unique (conversation_id, sender_id, client_id)
);
comment on table public.held_messages is 'What was written but not delivered: held waits for a person, blocked was turned away by a rule. Both can be appealed.';
comment on column public.held_messages.state is 'held and blocked become released (delivered) or refused by a moderator.';
create index held_messages_waiting_idx on public.held_messages (created_at) where state = 'held' or state = 'blocked' and appealed_at is not null;
alter table public.held_messages enable row level security;
create policy "people see what they wrote that was not delivered" on public.held_messages
  for select to authenticated using (sender_id = (select auth.uid()));
create policy "moderators see what waits for them" on public.held_messages
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
revoke all on public.held_messages from anon, authenticated;
grant select (id, conversation_id, sender_id, body, client_id, pattern, state, created_at, appeal, appealed_at, statement, decided_at)
  on public.held_messages to authenticated;

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
  created_at timestamptz not null default now()
);
comment on table public.message_verdicts is 'What each message was judged to be, by which version of which rules.';
comment on column public.message_verdicts.known is 'What was known of the sender: new_account, young_account, first_message, hurried, far_away, checked.';
comment on column public.message_verdicts.fingerprint is 'Of the words, to find what is sent to many. Null for the short things that everybody says.';
create index message_verdicts_same_words_idx on public.message_verdicts (sender_id, fingerprint, created_at) where fingerprint is not null;
create index message_verdicts_conversation_idx on public.message_verdicts (conversation_id, created_at);
alter table public.message_verdicts enable row level security;
create policy "moderators read verdicts" on public.message_verdicts
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
revoke all on public.message_verdicts from anon, authenticated;
grant select on public.message_verdicts to authenticated;

create table public.message_originals (
  message_id uuid primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  body text not null,
  created_at timestamptz not null default now()
);
comment on table public.message_originals is 'What masked messages said. Kept for 90 days, for moderators and for reveal_message().';
create index message_originals_age_idx on public.message_originals (created_at);
alter table public.message_originals enable row level security;
create policy "moderators read what was masked" on public.message_originals
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
revoke all on public.message_originals from anon, authenticated;
grant select on public.message_originals to authenticated;

alter table private.recent_views add column seen_at timestamptz not null default now();

-- The text without what leads to its writer elsewhere. What hides in words cannot be cut out: then all of it is covered.
create function private.mask_contacts(said text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  masked text := regexp_replace(regexp_replace(regexp_replace(private.readable(said),
    '[^[:space:]@]+ ?@ ?[^[:space:]@]+\.[[:alpha:]]{2,}', '•••', 'g'),
    '@[[:alnum:]._]{3,}', '•••', 'g'),
    '(\+|\m)[0-9oOlI]([ .()/-]{0,2}[0-9oOlI]){5,}', '•••', 'g');
begin
  return case when masked = private.readable(said) or (private.judge_text(masked)).action = 'mask' then '•••' else masked end;
end
$$;

-- What the rules are told of who writes. Security definer: people's profiles and views are closed.
create function private.sender_signals(sender uuid, talk public.conversations) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array_remove(array[
    case when profile.created_at > now() - interval '7 days' then 'new_account' end,
    case when profile.created_at > now() - interval '30 days' and profile.trust_level = 0 then 'young_account' end,
    case when profile.trust_level >= 3 then 'checked' end,
    case when history.is_first then 'first_message' end,
    case when history.is_first and sender = talk.buyer_id and (
      select min(view.seen_at) > now() - interval '10 seconds' from private.recent_views view
      where view.listing_id = talk.listing_id and view.viewer = pg_catalog.sha256(convert_to(sender::text, 'UTF8'))) then 'hurried' end,
    case when history.is_first and sender = talk.buyer_id and ad.delivery = 'pickup'
      and private.distance_km(profile.lat, profile.lng, ad.lat, ad.lng) > 300 then 'far_away' end], null)
  from public.profiles profile
  left join public.listings ad on ad.id = talk.listing_id
  cross join lateral (select not exists (select from public.messages earlier
    where earlier.conversation_id = talk.id and earlier.sender_id = sender and earlier.kind <> 'system') as is_first) as history
  where profile.id = sender
$$;

create function private.both_know_each_other(talk uuid) returns boolean
language sql stable
set search_path = ''
return (
  select count(*) = 2 and min(said) >= 2 from (
    select count(*) as said from public.messages message
    where message.conversation_id = both_know_each_other.talk and message.kind <> 'system' group by message.sender_id) as counted
);
comment on function private.both_know_each_other(uuid) is 'Whether both people of a conversation have written twice.';

-- To how many others somebody has written the very same words within a week.
create function private.people_told_the_same(sender uuid, words bytea, besides uuid) returns integer
language sql stable
set search_path = ''
return (
  select count(distinct verdict.conversation_id)::integer from public.message_verdicts verdict
  where verdict.sender_id = sender and verdict.fingerprint = words and verdict.conversation_id <> besides
    and verdict.created_at > now() - interval '7 days'
);

-- Short things are said by everybody to everybody: "Is it still available?".
create function private.fingerprint(said text) returns bytea
language sql immutable
set search_path = ''
return (
  select case when cardinality(words) >= 8 then pg_catalog.sha256(convert_to(array_to_string(words, ' '), 'UTF8')) end
  from (select array(select part[1] from regexp_matches(private.plain_letters(said), '[a-z0-9]+', 'g') as part)) as read (words)
);

-- Security definer: verdicts, originals and what is held are closed to those who write.
create function private.judge_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  talk public.conversations;
  known text[];
  judged private.judgement;
  same bytea;
  told integer := 0;
begin
  if new.kind = 'system' or coalesce(btrim(new.body), '') = '' then
    return new;
  end if;
  -- Said again after a lost answer: it was judged the first time.
  if exists (select from public.messages said where said.conversation_id = new.conversation_id and said.sender_id = new.sender_id
      and said.client_id = new.client_id) then
    return new;
  end if;
  case (select held.state from public.held_messages held where held.conversation_id = new.conversation_id
    and held.sender_id = new.sender_id and held.client_id = new.client_id)
    when 'released' then
      update public.conversations set opened_at = now() where id = new.conversation_id and opened_at is null;
      return new;
    when 'held', 'blocked', 'refused' then return null;
    else
  end case;

  select * into talk from public.conversations conversation where conversation.id = new.conversation_id;
  known := private.sender_signals(new.sender_id, talk);
  judged := private.judge_text(new.body, known);
  if judged.action = 'mask' and private.both_know_each_other(talk.id) then
    -- Meeting needs a number now and then: from here on one warning is enough.
    judged.action := case when exists (select from public.message_verdicts earlier where earlier.conversation_id = talk.id
      and earlier.sender_id = new.sender_id and earlier.action = 'warn' and earlier.pattern = judged.pattern) then 'allow' else 'warn' end;
  end if;
  same := private.fingerprint(new.body);
  if same is not null then
    told := private.people_told_the_same(new.sender_id, same, talk.id);
    if told >= 6 then
      judged.action := case when judged.action = 'block' then 'block' else 'hold' end;
      judged.pattern := coalesce(judged.pattern, 'bulk');
      judged.rules := judged.rules || jsonb_build_array(jsonb_build_object('id', 'sender.same_words', 'version', 1, 'pattern', 'bulk', 'weight', 100));
    elsif told >= 3 and new.kind = 'text' and not private.is_trusted(new.sender_id) then
      raise exception using errcode = 'PT429', message = format('You have sent these very words to %s people. Write this message in your own words.', told),
        hint = 'What is sent to many people at once looks like advertising.';
    end if;
  end if;
  -- The demo market shows what warnings look like; nobody is there to decide about what is held.
  if judged.action in ('hold', 'block') and (new.kind <> 'text' or (select profile.is_demo from public.profiles profile where profile.id = new.sender_id)) then
    judged.action := case when new.kind = 'text' then 'warn' else 'mask' end;
  end if;

  insert into public.message_verdicts (message_id, conversation_id, sender_id, action, score, pattern, rules, known, fingerprint)
  values (new.id, talk.id, new.sender_id, judged.action, judged.score, judged.pattern, judged.rules, known, same);
  case judged.action
    when 'allow' then
      null;
    when 'warn' then
      new.notice := judged.pattern;
    when 'mask' then
      insert into public.message_originals (message_id, conversation_id, body) values (new.id, talk.id, new.body);
      new.body := private.mask_contacts(new.body);
      new.masked := true;
      new.notice := judged.pattern;
    else
      insert into public.held_messages (id, conversation_id, sender_id, body, client_id, pattern, state)
      values (new.id, talk.id, new.sender_id, new.body, new.client_id, judged.pattern, case judged.action when 'hold' then 'held' else 'blocked' end);
      -- Nothing was said yet that the seller could hear of.
      update public.conversations set opened_at = null where id = talk.id and last_sender_id is null;
      return null;
  end case;
  if talk.opened_at is null then
    update public.conversations set opened_at = now() where id = talk.id;
  end if;
  return new;
end
$$;
-- Named to run after refuse_in_closed_conversation.
create trigger scam_guard before insert on public.messages
  for each row execute function private.judge_message();

-- Security definer: originals are closed.
create function public.reveal_message(message_id uuid) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  talk uuid;
  said text;
begin
  select message.conversation_id, original.body into talk, said
  from public.messages message
  join public.conversations conversation on conversation.id = message.conversation_id
  left join public.message_originals original on original.message_id = message.id
  where message.id = reveal_message.message_id and message.masked and auth.uid() in (conversation.buyer_id, conversation.seller_id);
  if talk is null then
    raise exception using errcode = 'PT404', message = 'There is nothing hidden in this message, or it is none of yours.';
  elsif said is null then
    raise exception using errcode = 'PT404', message = 'What was hidden is kept for 90 days: it is gone.';
  elsif not private.both_know_each_other(talk) then
    raise exception using errcode = 'PT403', message = 'Contact details are shown once you have both written twice.';
  end if;
  return said;
end
$$;
comment on function public.reveal_message(uuid) is 'What a masked message said, for its two people, once both have written twice.';

-- Security definer: only the appeal is the sender's to write.
create function public.appeal_message(message_id uuid, reason text) returns public.held_messages
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.held_messages;
begin
  if coalesce(btrim(reason), '') = '' or char_length(btrim(reason)) > 500 then
    raise exception using errcode = 'PT422', message = 'Say in up to 500 characters why it should be delivered.';
  end if;
  update public.held_messages waiting set appeal = btrim(reason), appealed_at = now()
    where waiting.id = appeal_message.message_id and waiting.sender_id = auth.uid() and waiting.state in ('held', 'blocked')
      and waiting.appealed_at is null
    returning * into held;
  if not found then
    raise exception using errcode = 'PT409', message = 'A person looks at this message already, or has decided about it.';
  end if;
  return held;
end
$$;
comment on function public.appeal_message(uuid, text) is 'Asks a person to look at a message that was not delivered. Once per message.';

insert into public.notification_kinds (kind, group_name, title) values
  ('message_released', 'account', 'Your message was delivered'),
  ('message_refused', 'account', 'Your message stays undelivered');

-- Security definer: delivers in the sender's name, after asking for the role.
create function public.decide_held_message(message_id uuid, release boolean, statement text default null) returns public.held_messages
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.held_messages;
begin
  perform private.require_role('moderator', 'admin');
  if not release and coalesce(btrim(statement), '') = '' then
    raise exception using errcode = 'PT422', message = 'Say why it is not delivered: the sender reads it.';
  end if;
  update public.held_messages waiting set state = case when release then 'released' else 'refused' end,
      statement = nullif(btrim(decide_held_message.statement), ''), decided_at = now(), decided_by = auth.uid()
    where waiting.id = decide_held_message.message_id and waiting.state in ('held', 'blocked')
    returning * into held;
  if not found then
    raise exception using errcode = 'PT409', message = 'This message has been decided about already.';
  end if;
  if release then
    insert into public.messages (id, conversation_id, sender_id, kind, body, client_id)
    values (held.id, held.conversation_id, held.sender_id, 'text', held.body, held.client_id);
  end if;
  perform private.audit(case when release then 'message.release' else 'message.refuse' end, 'message:' || held.id,
    null, jsonb_build_object('pattern', held.pattern, 'statement', held.statement));
  perform private.notify(held.sender_id, case when release then 'message_released' else 'message_refused' end,
    jsonb_build_object('conversation_id', held.conversation_id, 'statement', held.statement,
      'title', (select ad.title from public.conversations talk join public.listings ad on ad.id = talk.listing_id where talk.id = held.conversation_id)),
    held.id::text);
  return held;
end
$$;
comment on function public.decide_held_message(uuid, boolean, text) is 'For moderators: delivers what was held or blocked, or says why not. The sender is told either way.';
grant execute on function public.reveal_message(uuid), public.appeal_message(uuid, text), public.decide_held_message(uuid, boolean, text) to authenticated;

-- For the job: what was masked is kept for 90 days, verdicts as long.
create function private.forget_masked_originals() returns integer
language sql
set search_path = ''
as $$
  with old as (delete from public.message_originals where created_at < now() - interval '90 days' returning 1),
  verdicts as (delete from public.message_verdicts where created_at < now() - interval '90 days')
  select count(*)::integer from old
$$;

-- Security definer: verdicts, originals and held messages are closed to senders.
create or replace function private.judge_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  talk public.conversations;
  known text[];
  judged private.judgement;
  same bytea;
  is_short boolean := false;
  told integer := 0;
  sentence text;
begin
  if new.kind = 'system' or coalesce(btrim(new.body), '') = '' then
    return new;
  end if;
  -- A retry after a lost answer: it was judged the first time.
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
  judged := private.judge_talk(private.earlier_messages(talk.id, new.sender_id), new.body, known);
  if judged.action = 'mask' and private.both_know_each_other(talk.id) then
    -- A meet-up may need a phone number: further ones cause no warning.
    judged.action := case when exists (select from public.message_verdicts earlier where earlier.conversation_id = talk.id
      and earlier.sender_id = new.sender_id and earlier.action = 'warn' and earlier.pattern = judged.pattern) then 'allow' else 'warn' end;
  end if;
  same := private.fingerprint(new.body, 8, 10000);
  -- Short texts that many write, such as "Is it still available?", ask something.
  if same is null and 'first_message' = any(known) and talk.buyer_id = new.sender_id and new.body !~ U&'[?\061F\FF1F]' then
    is_short := true;
    same := private.fingerprint(new.body, 3, 7);
  end if;
  if same is not null then
    -- To how many others.
    select count(distinct verdict.conversation_id) into told from public.message_verdicts verdict
      where verdict.sender_id = new.sender_id and verdict.fingerprint = same and verdict.conversation_id <> talk.id
        and verdict.created_at > now() - interval '7 days';
    if told >= 6 and not is_short then
      judged.action := case when judged.action = 'block' then 'block' else 'hold' end;
      judged.pattern := coalesce(judged.pattern, 'bulk');
      judged.rules := judged.rules || jsonb_build_array(jsonb_build_object('id', 'sender.same_words', 'version', 1, 'pattern', 'bulk', 'weight', 100));
    elsif told >= 3 + is_short::integer and new.kind = 'text' and not private.is_trusted(new.sender_id) then
      raise exception using errcode = 'SK220', message = 'same_message_to_many', detail = jsonb_build_object('count', told);
    end if;
  end if;
  -- The demo market only shows warnings, since nobody reviews held messages.
  if judged.action in ('hold', 'block') and (new.kind <> 'text' or (select profile.is_demo from public.profiles profile where profile.id = new.sender_id)) then
    judged.action := case when new.kind = 'text' then 'warn' else 'mask' end;
  end if;

  sentence := case when judged.action <> 'allow' then private.decisive_sentence(new.body, private.gravest_rule(judged), known) end;
  insert into public.message_verdicts (message_id, conversation_id, sender_id, action, score, pattern, rules, known, fingerprint, sentence)
  values (new.id, talk.id, new.sender_id, judged.action, judged.score, judged.pattern, judged.rules, known, same, sentence);
  case judged.action
    when 'allow' then
      null;
    when 'warn' then
      new.notice := judged.pattern;
      new.notice_sentence := nullif(sentence, btrim(new.body));
    when 'mask' then
      insert into public.message_originals (message_id, conversation_id, body) values (new.id, talk.id, new.body);
      new.body := private.mask_contacts(new.body);
      new.masked := true;
      new.notice := judged.pattern;
    else
      insert into public.held_messages (id, conversation_id, sender_id, body, client_id, pattern, state)
      values (new.id, talk.id, new.sender_id, new.body, new.client_id, judged.pattern, case judged.action when 'hold' then 'held' else 'blocked' end);
      -- The seller has not seen any message yet.
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
create or replace trigger scam_guard before insert on public.messages
  for each row execute function private.judge_message();

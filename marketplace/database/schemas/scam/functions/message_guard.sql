-- The text without contact details. If they are hidden in words, the whole text is masked.
create or replace function private.mask_contacts(said text) returns text
language plpgsql stable set search_path = '' as $$
declare
  masked text := regexp_replace(regexp_replace(regexp_replace(private.readable(said),
    '[^[:space:]@]+ ?@ ?[^[:space:]@]+\.[[:alpha:]]{2,}', '•••', 'g'),
    '@[[:alnum:]._]{3,}', '•••', 'g'),
    '(\+|\m)[0-9oOlI]([ .()/-]{0,2}[0-9oOlI]){5,}', '•••', 'g');
begin
  return case when masked = private.readable(said) or (private.judge_text(masked)).action = 'mask' then '•••' else masked end;
end
$$;

-- Context for rules if ads are paid for here. After agreeing on a meet-up, discussing payment is fine. Security definer: the settings are closed.
create or replace function private.protected_pay(talk uuid default null) returns text
language sql stable security definer set search_path = ''
return (select 'protected_pay' from private.order_settings setting where setting.payments <> 'off' and not exists (
  select from public.deals deal where deal.conversation_id = protected_pay.talk and deal.state = 'scheduled'));

-- Context about the sender. Security definer: other users' profiles and views are closed.
create or replace function private.sender_signals(sender uuid, talk public.conversations) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when profile.created_at > now() - interval '7 days' then 'new_account' end,
    case when profile.created_at > now() - interval '30 days' and profile.trust_level = 0 then 'young_account' end,
    case when profile.trust_level >= 3 then 'checked' end,
    case when ad.type = 'sell' then private.protected_pay(talk.id) end,
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

create or replace function private.both_know_each_other(talk uuid) returns boolean
language sql stable set search_path = ''
return (
  select count(*) = 2 and min(said) >= 2 from (
    select count(*) as said from public.messages message
    where message.conversation_id = both_know_each_other.talk and message.kind <> 'system' group by message.sender_id) as counted
);
comment on function private.both_know_each_other(uuid) is 'Whether both users of a conversation have written twice.';

-- The words of a text with so many of them.
create or replace function private.fingerprint(said text, least_words integer, most_words integer) returns bytea
language sql immutable set search_path = ''
return (
  select case when cardinality(words) between least_words and most_words then pg_catalog.sha256(convert_to(array_to_string(words, ' '), 'UTF8')) end
  from (select array(select part[1] from regexp_matches(private.plain_letters(said), '[a-z0-9]+', 'g') as part)) as read (words)
);

-- Security definer: originals are closed.
create or replace function public.reveal_message(message_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  talk uuid;
  said text;
begin
  select message.conversation_id, original.body into talk, said
  from public.messages message
  join public.conversations conversation on conversation.id = message.conversation_id
  left join public.message_originals original on original.message_id = message.id
  where message.id = reveal_message.message_id and message.masked and auth.uid() in (conversation.buyer_id, conversation.seller_id);
  perform private.refuse_if(talk is null, 'SK221', 'nothing_hidden');
  perform private.refuse_if(said is null, 'SK222', 'hidden_words_gone');
  perform private.refuse_if(not private.both_know_each_other(talk), 'SK223', 'contacts_after_two_messages');
  return said;
end
$$;
comment on function public.reveal_message(uuid) is 'The original of a masked message, for both users, once both have written twice.';
grant execute on function public.reveal_message(uuid) to authenticated;

-- Security definer: senders can only write the appeal.
create or replace function public.appeal_message(message_id uuid, reason text) returns public.held_messages
language plpgsql security definer set search_path = '' as $$
declare
  held public.held_messages;
begin
  perform private.refuse_if(coalesce(btrim(reason), '') = '' or char_length(btrim(reason)) > 500, 'SK224', 'bad_release_request');
  update public.held_messages waiting set appeal = btrim(reason), appealed_at = now()
    where waiting.id = appeal_message.message_id and waiting.sender_id = auth.uid() and waiting.state in ('held', 'blocked')
      and waiting.appealed_at is null
    returning * into held;
  perform private.refuse_if(not found, 'SK225', 'release_decided');
  return held;
end
$$;
comment on function public.appeal_message(uuid, text) is 'Requests a review of an undelivered message. Once per message.';
grant execute on function public.appeal_message(uuid, text) to authenticated;

-- Security definer: delivers in the sender's name, after checking the role.
create or replace function public.decide_held_message(message_id uuid, release boolean, statement text default null) returns public.held_messages
language plpgsql security definer set search_path = '' as $$
declare
  held public.held_messages;
begin
  perform private.require_role('moderator', 'admin');
  perform private.refuse_if(not release and coalesce(btrim(statement), '') = '', 'SK226', 'held_reason_needed');
  update public.held_messages waiting set state = case when release then 'released' else 'refused' end,
      statement = nullif(btrim(decide_held_message.statement), ''), decided_at = now(), decided_by = auth.uid()
    where waiting.id = decide_held_message.message_id and waiting.state in ('held', 'blocked')
    returning * into held;
  perform private.refuse_if(not found, 'SK227', 'held_decided');
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
comment on function public.decide_held_message(uuid, boolean, text) is 'For moderators: delivers a held or blocked message, or gives a reason against it. The sender is notified.';
grant execute on function public.decide_held_message(uuid, boolean, text) to authenticated;

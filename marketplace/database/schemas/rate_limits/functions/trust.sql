-- New accounts start with low limits, which end as they gain trust.

create or replace function private.wait_until(free_again timestamptz) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'hours', case when wait > interval '90 minutes' then ceil(extract(epoch from wait) / 3600) else 0 end,
    'minutes', greatest(1, ceil(extract(epoch from wait) / 60)))
  from (select free_again - now()) as rest (wait);
end;
comment on function private.wait_until(timestamptz) is 'For a refusal: hours, or 0 and minutes.';

-- Security definer: reads other users' conversations, to see whether this account's were answered.
create or replace function private.is_trusted(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select profile.trust_level >= 1
    or profile.created_at < now() - make_interval(days => ladder.days) and (
      (select seller.sold_count from public.sellers seller where seller.id = person) >= ladder.deals
      or (select count(*) from public.conversations conversation
          where person in (conversation.buyer_id, conversation.seller_id) and conversation.first_reply_at is not null) >= ladder.answered_chats)
  from public.profiles profile cross join public.trust_ladder ladder where profile.id = person
$$;
comment on function private.is_trusted(uuid) is 'Whether the limits of new accounts no longer apply.';

-- New accounts start with low limits (limits), and earn their way out of them.

create function private.wait_text(until timestamptz) returns text
language sql stable
set search_path = ''
return case
  when until - now() > interval '90 minutes' then ceil(extract(epoch from until - now()) / 3600)::integer || ' hours'
  else greatest(1, ceil(extract(epoch from until - now()) / 60))::integer || ' minutes'
end;

-- Security definer: looks at other people's conversations, to see whether this account's own were answered.
create function private.is_trusted(person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select profile.trust_level >= 1
    -- The ladder: a week old, and either one deal or five conversations that were answered.
    or profile.created_at < now() - interval '7 days' and (
      (select seller.sold_count from public.sellers seller where seller.id = person) >= 1
      or (select count(*) from public.conversations conversation
          where person in (conversation.buyer_id, conversation.seller_id) and conversation.first_reply_at is not null) >= 5)
  from public.profiles profile where profile.id = person
$$;
comment on function private.is_trusted(uuid) is 'Whether the limits of new accounts no longer apply.';

-- Pages of conversations that stay fast for users with ten thousand.

-- Each branch scans one index from its newest end, which the planner cannot know to be short for people with far more conversations than most. With the
-- caller's rights.
create or replace function public.my_conversations(box text default 'inbox', before timestamptz default 'infinity',
  before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', lim integer default 20)
returns setof public.conversations
language sql stable rows 20 set search_path = '' set enable_bitmapscan = off as $$
  select * from (
    (select talk.* from public.conversations talk where box = 'inbox' and talk.buyer_id = (select auth.uid()) and talk.buyer_archived_at is null
      and (talk.last_message_at, talk.id) < (before, before_id) order by talk.last_message_at desc, talk.id desc limit least(lim, 50))
    union all
    (select talk.* from public.conversations talk where box = 'inbox' and talk.seller_id = (select auth.uid()) and talk.seller_archived_at is null
      and (talk.last_message_at, talk.id) < (before, before_id) order by talk.last_message_at desc, talk.id desc limit least(lim, 50))
    union all
    (select talk.* from public.conversations talk where box = 'archived' and talk.buyer_id = (select auth.uid()) and talk.buyer_archived_at is not null
      and (talk.last_message_at, talk.id) < (before, before_id) order by talk.last_message_at desc, talk.id desc limit least(lim, 50))
    union all
    (select talk.* from public.conversations talk where box = 'archived' and talk.seller_id = (select auth.uid()) and talk.seller_archived_at is not null
      and (talk.last_message_at, talk.id) < (before, before_id) order by talk.last_message_at desc, talk.id desc limit least(lim, 50))
  ) as mine
  order by last_message_at desc, id desc
  limit least(lim, 50)
$$;
comment on function public.my_conversations(text, timestamptz, uuid, integer) is
  'The caller''s conversations in the inbox or the archive, last active first. A page starts after the last one of the previous page; 50 at most.';
grant execute on function public.my_conversations(text, timestamptz, uuid, integer) to authenticated;

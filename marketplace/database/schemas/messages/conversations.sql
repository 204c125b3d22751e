-- Conversations about an ad between one buyer and its seller, and their messages.

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  buyer_id uuid not null constraint conversations_buyer_id_fkey references public.sellers on delete cascade,
  seller_id uuid not null constraint conversations_seller_id_fkey references public.sellers on delete cascade,
  state text not null default 'open' check (state in ('open', 'locked', 'closed')),
  last_message_at timestamptz not null default now(),
  last_message_body text not null default '',
  last_sender_id uuid,
  buyer_unread integer not null default 0 check (buyer_unread >= 0),
  seller_unread integer not null default 0 check (seller_unread >= 0),
  buyer_archived_at timestamptz,
  seller_archived_at timestamptz,
  first_reply_at timestamptz,
  opened_at timestamptz default now(),
  created_at timestamptz not null default now(),
  lock_reason text check (lock_reason in ('blocked', 'moderation', 'listing_removed', 'left')),
  last_message_hint text check (last_message_hint in ('photo', 'warned', 'deleted', 'offer', 'meetup',
    'offer_accepted', 'offer_declined', 'offer_withdrawn', 'offer_expired', 'meetup_confirmed', 'deal_ships', 'deal_shipped',
    'deal_completed', 'deal_cancelled', 'deal_ran_out', 'deal_no_show',
    'order_paid', 'order_shipped', 'order_delivered', 'order_completed', 'order_cancelled', 'order_not_shipped', 'order_lost', 'order_disputed',
    'order_escalated', 'order_returning', 'order_sent_back', 'order_settled', 'order_refunded', 'order_charged_back')),
  unique (listing_id, buyer_id),
  constraint conversations_two_people check (buyer_id <> seller_id)
);
comment on table public.conversations is 'A conversation about one ad. The buyer is the user who wrote first; for a wanted ad, the one who offers.';
comment on column public.conversations.opened_at is 'Null while its messages are all held for review: the seller does not see it yet.';
comment on column public.conversations.lock_reason is 'Why a conversation is locked; null if its ad was removed before reasons were stored.';
comment on column public.conversations.last_message_hint is
  'Kind of the last message if it is not plain text. Its body is then the place of a meet-up, the amount and currency of an offer, or empty.';
create index conversations_buyer_idx on public.conversations (buyer_id, last_message_at desc);
create index conversations_seller_idx on public.conversations (seller_id, last_message_at desc);
create index conversations_buyer_unread_idx on public.conversations (buyer_id) where buyer_unread > 0;
create index conversations_seller_unread_idx on public.conversations (seller_id) where seller_unread > 0;
create index conversations_buyer_archive_idx on public.conversations (buyer_id, last_message_at desc) where buyer_archived_at is not null;
create index conversations_seller_archive_idx on public.conversations (seller_id, last_message_at desc) where seller_archived_at is not null;

alter table public.conversations enable row level security;
create policy "only the two people of a conversation read it" on public.conversations
  for select to authenticated
  using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()) and opened_at is not null);
create policy "who has a second factor shows it first" on public.conversations as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.conversations from anon, authenticated;
grant select on public.conversations to authenticated;

-- Security definer: first expires the caller's ads, which changes their state.
create or replace function public.my_dashboard() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.refuse_if(me is null, 'SK407', 'dashboard_signed_out');
  perform private.expire_listings(me);
  return jsonb_build_object(
    'listings', (
      select jsonb_build_object('total', coalesce(sum(counted.ads), 0)) || coalesce(jsonb_object_agg(counted.state, counted.ads), '{}')
      from (select state, count(*) as ads from public.listings where seller_id = me and state <> 'deleted' group by state) counted),
    'offers', (
      select count(*) from public.offers offer join public.conversations talk on talk.id = offer.conversation_id
      where me in (talk.buyer_id, talk.seller_id) and offer.from_id <> me and offer.state = 'pending' and offer.expires_at > now()
    ) + (
      select count(*) from public.deals deal
      where me in (deal.buyer_id, deal.seller_id) and deal.state in ('agreed', 'scheduled', 'handed_over')
        and not exists (select from public.orders paid where paid.deal_id = deal.id and paid.paid_at is not null)
    ) + (
      select count(*) from public.orders known where me in (known.buyer_id, known.seller_id) and known.is_open),
    'favorites', (select count(*) from public.favorites where user_id = me),
    'todo', coalesce((
      select jsonb_agg(task.line order by task.urgency, task.due) from (
        select 1 as urgency, talk.last_message_at as due, jsonb_build_object('kind', 'unread_conversation',
          'conversation_id', talk.id, 'listing_id', ad.id, 'title', ad.title, 'cover_path', ad.cover_path,
          'from', other.display_name, 'unread', case when talk.buyer_id = me then talk.buyer_unread else talk.seller_unread end,
          'due', talk.last_message_at) as line
        from public.conversations talk
        join public.listings ad on ad.id = talk.listing_id
        join public.sellers other on other.id = case when talk.buyer_id = me then talk.seller_id else talk.buyer_id end
        where talk.buyer_id = me and talk.buyer_unread > 0 or talk.seller_id = me and talk.seller_unread > 0
        union all
        select task.urgency, task.due, jsonb_build_object('kind', task.kind, 'listing_id', ad.id, 'title', ad.title,
          'cover_path', ad.cover_path, 'due', task.due)
        from public.listings ad cross join lateral (values
          (2, 'expires_soon', ad.expires_at, ad.state in ('active', 'reserved') and ad.expires_at < now() + interval '7 days'),
          (3, 'draft', ad.updated_at, ad.state = 'draft'),
          (4, 'expired', ad.expires_at, ad.state = 'expired' and ad.expires_at > now() - interval '90 days')) as task (urgency, kind, due, is_due)
        where ad.seller_id = me and ad.state in ('active', 'reserved', 'draft', 'expired') and task.is_due
        union all
        select trade.urgency, trade.due, trade.line from private.deal_next_step(me) as trade
        union all
        select trade.urgency, trade.due, trade.line from private.order_next_step(me) as trade
        order by urgency, due
        limit 50) as task), '[]'));
end
$$;
comment on function public.my_dashboard() is 'The caller''s ads, open offers, deals and orders as numbers, and tasks, most urgent first.';
grant execute on function public.my_dashboard() to authenticated;

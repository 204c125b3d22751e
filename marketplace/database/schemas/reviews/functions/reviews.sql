-- Both users of a completed deal or a no-show can review each other once, hidden until both have.

-- How long a deal can be reviewed, and how long a single review stays hidden at most: the same period, so that nobody can write a review after
-- reading the other's.
create or replace function private.review_time() returns interval
language sql immutable set search_path = ''
return interval '14 days';

-- Publishes the reviews of a deal. Security definer: reviews are closed, and belong to two users.
create or replace function private.publish_reviews(of_deal uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  shown public.reviews;
  deal public.deals;
begin
  select * into deal from public.deals known where known.id = of_deal;
  for shown in
    update public.reviews review set state = 'published', published_at = now()
    where review.deal_id = of_deal and review.state = 'submitted' returning *
  loop
    perform private.notify(shown.subject_id, 'review_published',
      private.deal_facts(deal, shown.author_id) || jsonb_build_object('review_id', shown.id, 'rating', shown.rating), shown.id::text);
  end loop;
end
$$;

-- Security definer for both: reviews are closed to callers.
create or replace function public.write_review(deal_id uuid, rating integer, tags text[] default '{}', body text default '') returns public.reviews
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals;
  written public.reviews;
begin
  perform private.refuse_if(me is null, 'SK422', 'review_signed_out');
  -- Locked, so that of two concurrent reviews the second sees the first.
  select * into deal from public.deals known where known.id = write_review.deal_id and me in (known.buyer_id, known.seller_id)
    for no key update;
  perform private.refuse_if(not found, 'SK325', 'no_such_deal');
  perform private.refuse_if(deal.state not in ('completed', 'no_show'), 'SK423', 'review_before_deal_done');
  perform private.refuse_if(deal.ended_at < now() - private.review_time(), 'SK424', 'review_too_late');
  perform private.refuse_if(coalesce(rating, 0) not between 1 and 5, 'SK425', 'bad_stars');
  perform private.refuse_if(not coalesce(tags, '{}') <@ array['on_time', 'friendly', 'as_described', 'communicative'], 'SK426', 'bad_marks');
  perform private.refuse_if(char_length(coalesce(body, '')) > 1000, 'SK427', 'review_too_long');
  insert into public.reviews as known (subject_id, author_id, listing_id, deal_id, item_title, rating, tags, body)
  values (private.other_of_deal(deal, me), me, deal.listing_id, deal.id, deal.item_title, write_review.rating,
    array(select distinct tag from unnest(coalesce(write_review.tags, '{}')) as tag order by tag), btrim(coalesce(write_review.body, '')))
  on conflict on constraint reviews_one_each do update set rating = excluded.rating, tags = excluded.tags, body = excluded.body
    where known.state = 'submitted'
  returning * into written;
  perform private.refuse_if(not found, 'SK428', 'review_published');
  if (select count(*) from public.reviews review where review.deal_id = deal.id) = 2 then
    perform private.publish_reviews(deal.id);
    select * into written from public.reviews review where review.id = written.id;
  end if;
  return written;
end
$$;
comment on function public.write_review(uuid, integer, text[], text) is
  'Reviews the other user of a deal, within 14 days of its end. Hidden and editable until both have written or the 14 days are over.';
grant execute on function public.write_review(uuid, integer, text[], text) to authenticated;

create or replace function public.reply_to_review(review_id uuid, reply text) returns public.reviews
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  answered public.reviews;
begin
  perform private.refuse_if(me is null, 'SK429', 'review_answer_signed_out');
  select * into answered from public.reviews review
    where review.id = reply_to_review.review_id and review.subject_id = me and review.state = 'published' for no key update;
  perform private.refuse_if(not found, 'SK430', 'no_such_review');
  perform private.refuse_if(char_length(btrim(coalesce(reply_to_review.reply, ''))) not between 1 and 1000, 'SK431', 'bad_review_answer');
  perform private.refuse_if(answered.reply is not null, 'SK432', 'review_answered');
  update public.reviews review set reply = btrim(reply_to_review.reply), replied_at = now() where review.id = answered.id returning * into answered;
  if answered.author_id is not null then
    perform private.notify(answered.author_id, 'review_reply', jsonb_build_object('review_id', answered.id, 'title', answered.item_title,
      'seller_id', me, 'from', (select seller.display_name from public.sellers seller where seller.id = me)), answered.id::text);
  end if;
  return answered;
end
$$;
comment on function public.reply_to_review(uuid, text) is 'The single reply of the reviewed user to a published review.';
grant execute on function public.reply_to_review(uuid, text) to authenticated;

-- For the job: publishes single reviews that can no longer be answered. Security definer: all users' rows.
create or replace function private.publish_due_reviews() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due uuid;
  shown integer := 0;
begin
  for due in
    select review.deal_id from public.reviews review join public.deals deal on deal.id = review.deal_id
    where review.state = 'submitted' and deal.ended_at < now() - private.review_time()
  loop
    perform private.publish_reviews(due);
    shown := shown + 1;
  end loop;
  return shown;
end
$$;

-- The distribution of ratings, shown next to the average.

-- Security definer: nobody may write public.sellers.
create or replace function private.rate_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.sellers seller set
    rating_count = given.count,
    rating_average = case when given.count >= 5 then given.average end
  from (
    select count(*), round(avg(rating), 1) as average from public.reviews review
    where review.subject_id = coalesce(new.subject_id, old.subject_id) and review.state = 'published') as given
  where seller.id = coalesce(new.subject_id, old.subject_id);
  return null;
end
$$;
create or replace trigger rate_seller after insert or delete or update of rating, state on public.reviews
  for each row execute function private.rate_seller();

create or replace function public.rating_counts(seller_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('rating', star, 'count', ratings) order by star desc), '[]')
  from (
    select star, (
      select count(*) from public.reviews review
      where review.subject_id = rating_counts.seller_id and review.state = 'published' and review.rating = star) as ratings
    from generate_series(1, 5) as stars (star)) as counted
$$;
comment on function public.rating_counts(uuid) is 'Published reviews of a seller by stars: [{rating, count}], five stars first.';
grant execute on function public.rating_counts(uuid) to anon, authenticated;

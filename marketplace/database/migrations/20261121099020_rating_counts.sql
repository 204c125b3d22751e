-- How ratings spread, beside their average.

create function public.rating_counts(seller_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('rating', star, 'count', ratings) order by star desc), '[]')
  from (
    select star, (
      select count(*) from public.reviews review
      where review.subject_id = rating_counts.seller_id and review.state = 'published' and review.rating = star) as ratings
    from generate_series(1, 5) as stars (star)) as counted
$$;
comment on function public.rating_counts(uuid) is 'Published reviews of a seller by stars: [{rating, count}], five stars first.';
grant execute on function public.rating_counts(uuid) to anon, authenticated;

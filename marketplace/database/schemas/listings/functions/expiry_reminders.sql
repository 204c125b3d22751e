-- Demo users are not reminded.
create or replace function private.due_expiry_reminders(lim integer)
returns table (listing_id uuid, seller_id uuid, expires_at timestamptz, days_before smallint, title text)
language sql stable set search_path = '' as $$
  select ad.id, ad.seller_id, ad.expires_at, due.days_before, ad.title
  from public.listings ad
  join public.profiles profile on profile.id = ad.seller_id and not profile.is_demo
  cross join lateral (
    select case when ad.expires_at < now() + interval '1 day' then 1 else 7 end::smallint as days_before) as due
  where ad.state in ('active', 'reserved') and ad.expires_at between now() and now() + interval '7 days'
    and not exists (
      select from private.expiry_reminders sent
      where sent.listing_id = ad.id and sent.expires_at = ad.expires_at and sent.days_before = due.days_before)
  order by ad.expires_at, ad.id
  limit lim
$$;
comment on function private.due_expiry_reminders(integer) is 'Ads that end within 7 days and whose seller has not been reminded yet; again within the last day.';

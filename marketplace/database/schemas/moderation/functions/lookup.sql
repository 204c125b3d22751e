-- Moderators' search for users and ads by name, email, number or link. Excludes drafts.

-- The UUID in a text or link, or null.
create or replace function private.id_in(said text) returns uuid
language sql immutable set search_path = ''
return substring(said from '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}')::uuid;

create or replace function private.like_pattern(said text) returns text
language sql immutable set search_path = ''
return '%' || replace(replace(replace(btrim(left(said, 100)), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- Security definer: for moderators; checks the role.
create or replace function public.find_people(q text, lim integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('moderator', 'admin');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', hit.id, 'display_name', hit.display_name, 'city', hit.city, 'role', hit.role,
      'standing', private.standing_of(hit.id), 'trust_level', hit.trust_level, 'joined_at', hit.created_at,
      'active_ads', (select count(*) from public.listings ad where ad.seller_id = hit.id and ad.state in ('active', 'reserved')),
      'reports_about', (select count(*) from public.reports known where known.reported_id = hit.id))
      order by hit.created_at desc, hit.id), '[]')
    from (
      (select newest.* from public.profiles newest where btrim(q) = '' order by newest.created_at desc, newest.id limit 20)
      union all
      (select profile.* from public.profiles profile
      where btrim(q) <> '' and case
        when private.id_in(q) is not null then profile.id = private.id_in(q)
        -- Exact addresses only, to prevent browsing.
        when position('@' in q) > 1 then profile.id in (select person.id from auth.users person where lower(person.email) = lower(btrim(q)))
        else char_length(btrim(q)) >= 2 and profile.display_name || ' ' || profile.first_name || ' ' || profile.last_name ilike private.like_pattern(q) end
      order by profile.created_at desc, profile.id limit least(greatest(coalesce(lim, 20), 1), 50))) hit);
end
$$;
comment on function public.find_people(text, integer) is 'For moderators: accounts by name, full email address, id or link, newest first; without words the 20 newest. Does not return the address.';
grant execute on function public.find_people(text, integer) to authenticated;

create or replace function public.find_ads(q text, lim integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('moderator', 'admin');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', hit.id, 'ad_no', hit.ad_no, 'title', hit.title, 'state', hit.state, 'type', hit.type,
      'price_minor', hit.price_minor, 'currency', hit.currency, 'cover_path', hit.cover_path, 'updated_at', hit.updated_at,
      'seller', (select jsonb_build_object('id', seller.id, 'display_name', seller.display_name) from public.sellers seller where seller.id = hit.seller_id),
      'reports', (select count(*) from public.reports known where known.listing_id = hit.id))
      order by hit.updated_at desc, hit.id), '[]')
    from (
      (select newest.* from public.listings newest where btrim(q) = '' and newest.state <> 'draft' order by newest.ad_no desc limit 20)
      union all
      (select ad.* from public.listings ad
      where btrim(q) <> '' and ad.state <> 'draft' and case
        when private.id_in(q) is not null then private.id_in(q) in (ad.id, ad.seller_id)
        when btrim(q, ' #') ~ '^[0-9]{1,15}$' then ad.ad_no = btrim(q, ' #')::bigint
        else char_length(btrim(q)) >= 2 and ad.title ilike private.like_pattern(q) end
      order by ad.updated_at desc, ad.id limit least(greatest(coalesce(lim, 20), 1), 50))) hit);
end
$$;
comment on function public.find_ads(text, integer) is 'For moderators: ads in any state but draft, by words of the title, number, id, link, or seller id; last changed first; without words the 20 newest.';
grant execute on function public.find_ads(text, integer) to authenticated;

create or replace function public.listing_file(listing_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  file jsonb;
begin
  perform private.require_role('moderator', 'admin');
  select jsonb_build_object('id', ad.id, 'ad_no', ad.ad_no, 'title', ad.title, 'description', ad.description, 'category', ad.category, 'type', ad.type,
      'price_minor', ad.price_minor, 'currency', ad.currency, 'state', ad.state, 'state_reason', ad.state_reason, 'state_rule', ad.state_rule,
      'city', ad.city, 'area', ad.area, 'version', ad.version, 'created_at', ad.created_at, 'published_at', ad.first_published_at,
      'expires_at', ad.expires_at, 'views', ad.views_count, 'saves', ad.saves_count, 'chats', ad.chats_count,
      'person', (select jsonb_build_object('id', profile.id, 'display_name', profile.display_name, 'standing', private.standing_of(profile.id),
        'trust_level', profile.trust_level, 'joined_at', profile.created_at) from public.profiles profile where profile.id = ad.seller_id),
      'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', photo.id, 'path', photo.path, 'alt', photo.alt) order by photo.position, photo.id), '[]')
        from public.listing_photos photo where photo.listing_id = ad.id),
      'photos_elsewhere', private.ads_with_photos_of(ad.id),
      'events', (select coalesce(jsonb_agg(jsonb_build_object('event', event.event, 'from', event.from_state, 'to', event.to_state, 'at', event.created_at,
        'by', case when event.actor_id is null then 'system' when event.actor_id = ad.seller_id then 'seller' else 'moderator' end,
        'reason', event.details -> 'reason') order by event.id desc), '[]')
        from (select * from public.listing_events own where own.listing_id = ad.id order by own.id desc limit 50) event),
      'reports', (select coalesce(jsonb_agg(jsonb_build_object('no', known.report_no, 'target_kind', known.target_kind, 'reason', known.reason,
        'detail', known.detail, 'state', known.state, 'weight', known.reporter_weight, 'at', known.created_at) order by known.created_at desc), '[]')
        from (select * from public.reports about where about.listing_id = ad.id order by about.created_at desc limit 50) known),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('no', decision.decision_no, 'action', decision.action, 'target_kind', decision.target_kind,
        'statement', decision.statement, 'at', decision.decided_at, 'appeal_state', decision.appeal_state) order by decision.decided_at desc), '[]')
        from public.decisions decision where decision.target_id = ad.id
          or decision.target_id in (select photo.id from public.listing_photos photo where photo.listing_id = ad.id)))
    into file from public.listings ad where ad.id = listing_file.listing_id and ad.state <> 'draft';
  perform private.refuse_if(file is null, 'SK621', 'no_such_ad');
  perform private.audit('listing.read', listing_file.listing_id::text);
  return file;
end
$$;
comment on function public.listing_file(uuid) is 'For moderators: one ad with its history, reports and decisions. Access is recorded in the audit log.';
grant execute on function public.listing_file(uuid) to authenticated;

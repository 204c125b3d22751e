-- One act on many of one's own ads. Each goes through the verb that a single ad would: what is refused is said row by row, and
-- what is not is done.

-- Security definer: prices of ads that moderators look at are closed to whoever may not edit them; the owner is asked for here.
create function private.change_price(wanted uuid, percent integer) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings := private.own_listing(wanted, array['draft', 'active', 'paused', 'expired'],
    'The price of an ad that is reserved or sold stays as agreed.');
  changed bigint;
begin
  if ad.price_minor is null or ad.type in ('free', 'wanted') then
    raise exception using errcode = 'PT422', message = 'This ad has no price to change.';
  end if;
  -- To whole units from 10 on, as people price things; never to nothing.
  changed := round(ad.price_minor::numeric * (100 + percent) / 100);
  if changed >= 1000 then
    changed := round(changed / 100.0) * 100;
  end if;
  if changed = ad.price_minor then
    changed := changed + sign(percent);
  end if;
  if changed not between 1 and 100000000 then
    raise exception using errcode = 'PT422', message = 'The price would be out of range.';
  end if;
  update public.listings listing set price_minor = changed where listing.id = ad.id returning * into ad;
  return ad;
end
$$;
comment on function private.change_price(uuid, integer) is 'Makes the caller''s own ad dearer or cheaper by a percentage.';

-- Security definer is the verbs' own affair; this function has no rights but the caller's.
create function public.bulk_change_listings(ids uuid[], verb text, percent integer default null) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  wanted uuid;
  ad public.listings;
  reason text;
  results jsonb := '[]';
begin
  if auth.uid() is null then
    raise exception using errcode = 'PT401', message = 'Sign in to manage your ads.';
  elsif coalesce(verb, '') not in ('extend', 'pause', 'resume', 'delete', 'price') then
    raise exception using errcode = 'PT422', message = 'Choose what is to be done: extend, pause, resume, delete or price.';
  elsif coalesce(cardinality(ids), 0) not between 1 and 50 then
    raise exception using errcode = 'PT422', message = 'Choose between 1 and 50 ads at a time.';
  elsif (verb = 'price') <> (percent is not null) or percent = 0 or percent not between -90 and 200 then
    raise exception using errcode = 'PT422', message = 'Say by how many percent the price changes, from -90 to 200.';
  end if;
  -- In one order for everybody, so that two such acts wait for each other instead of ending one another.
  for wanted in select distinct id from unnest(ids) id where id is not null order by id loop
    begin
      ad := case verb
        when 'extend' then public.extend_listing(wanted)
        when 'pause' then public.pause_listing(wanted)
        when 'resume' then public.resume_listing(wanted)
        when 'delete' then public.delete_listing(wanted)
        else private.change_price(wanted, percent) end;
      results := results || jsonb_build_object('id', wanted, 'done', true, 'state', ad.state, 'price_minor', ad.price_minor);
    exception when others then
      get stacked diagnostics reason = message_text;
      -- A rule of the market is the row's own affair; anything else ends the whole.
      if sqlstate not like 'PT4%' or sqlstate = 'PT401' then
        raise;
      end if;
      results := results || jsonb_build_object('id', wanted, 'done', false, 'reason', reason);
    end;
  end loop;
  return results;
end
$$;
comment on function public.bulk_change_listings(uuid[], text, integer) is
  'Extends, pauses, resumes, deletes or reprices at most 50 of the caller''s ads: [{id, done, state, price_minor} or {id, done: false, reason}].';
grant execute on function private.change_price(uuid, integer), public.bulk_change_listings(uuid[], text, integer) to authenticated;

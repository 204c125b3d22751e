-- Bulk actions on the caller's ads by the single ads' functions, with a result for each.

-- Security definer: prices of ads in review are closed; checks the owner.
create or replace function private.change_price(wanted uuid, percent integer) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(wanted, array['draft', 'active', 'paused', 'expired'],
    private.problem('SK121', 'agreed_price_stays'));
  changed bigint;
begin
  perform private.refuse_if(ad.price_minor is null or ad.type in ('free', 'wanted'), 'SK117', 'no_price_to_change');
  -- Rounds to whole units from 10 on, never to zero.
  changed := round(ad.price_minor::numeric * (100 + percent) / 100);
  if changed >= 10 * private.minor_per_unit(ad.currency) then
    changed := private.whole_units(changed, ad.currency);
  end if;
  if changed = ad.price_minor then
    changed := changed + sign(percent);
  end if;
  perform private.refuse_if(changed not between 1 and 100000000, 'SK118', 'changed_price_out_of_range');
  update public.listings listing set price_minor = changed where listing.id = ad.id returning * into ad;
  return ad;
end
$$;
comment on function private.change_price(uuid, integer) is 'Changes the price of the caller''s ad by a percentage.';
grant execute on function private.change_price(uuid, integer) to authenticated;

-- With the caller's rights.
create or replace function public.bulk_change_listings(ids uuid[], verb text, percent integer default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted uuid;
  ad public.listings;
  parameters text;
  results jsonb := '[]';
begin
  perform private.refuse_if(auth.uid() is null, 'SK112', 'own_ads_signed_out');
  perform private.refuse_if(coalesce(verb, '') not in ('extend', 'pause', 'resume', 'delete', 'price'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'verb', 'choices', 'extend, pause, resume, delete, price'));
  perform private.refuse_if(coalesce(cardinality(ids), 0) not between 1 and 50, 'SK119', 'bad_bulk_count');
  perform private.refuse_if((verb = 'price') <> (percent is not null) or percent = 0 or percent not between -90 and 200,
    'SK120', 'bad_bulk_percent');
  -- In a fixed order, to avoid deadlocks.
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
      get stacked diagnostics parameters = pg_exception_detail;
      -- Report refusals per ad; raise anything else.
      if sqlstate not like 'SK%' or sqlstate in ('SK112', 'SK006') then
        raise;
      end if;
      results := results || jsonb_build_object('id', wanted, 'done', false, 'refusal', private.refusal(sqlstate, sqlerrm, parameters));
    end;
  end loop;
  return results;
end
$$;
comment on function public.bulk_change_listings(uuid[], text, integer) is
  'Extends, pauses, resumes, deletes or reprices at most 50 of the caller''s ads: [{id, done, state, price_minor} or {id, done: false, refusal: {code, name, details}}].';
grant execute on function public.bulk_change_listings(uuid[], text, integer) to authenticated;

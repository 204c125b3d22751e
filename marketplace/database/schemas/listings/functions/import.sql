-- Imports ads as drafts, with the caller's rights.

-- Includes quantities, so that an export can be reimported.
create or replace function public.import_listings(ads jsonb, publish boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given record;
  key text;
  made_id uuid;
  made_state text;
  is_new boolean;
  problem jsonb;
  parameters text;
  answers jsonb := '[]';
begin
  perform private.refuse_if(auth.uid() is null, 'SK127', 'import_signed_out');
  perform private.refuse_if(coalesce(jsonb_typeof(import_listings.ads), '') <> 'array' or jsonb_array_length(import_listings.ads) not between 1 and 200,
    'SK128', 'bad_import_count');
  for given in select ad, place from jsonb_array_elements(import_listings.ads) with ordinality as listed (ad, place) order by place loop
    key := left(btrim(coalesce(given.ad ->> 'key', '')), 200);
    problem := null;
    made_id := null;
    made_state := null;
    is_new := false;
    begin
      perform private.refuse_if(key = '', 'SK129', 'import_row_unreferenced');
      -- Idempotent by key.
      select listing.id, listing.state into made_id, made_state from public.listings listing
        where listing.id = private.import_id(auth.uid(), key) and listing.seller_id = auth.uid();
      if made_id is null then
        insert into public.listings as listing (id, category, type, title, description, price_minor, currency, price_type, condition,
          attributes, area, city, country, lat, lng, delivery, ship_cost_minor, language, quantity)
        select private.import_id(auth.uid(), key), said.category, coalesce(said.type, 'sell'), coalesce(said.title, ''), coalesce(said.description, ''),
          said.price_minor, coalesce(said.currency, private.market_currency()), coalesce(said.price_type, 'fixed'), said.condition,
          coalesce(said.attributes, '{}'), coalesce(said.area, ''), coalesce(said.city, ''), coalesce(said.country, 'PT'), said.lat, said.lng,
          coalesce(said.delivery, 'pickup'), said.ship_cost_minor, coalesce(said.language, 'en'),
          coalesce(said.quantity, 1)
        from jsonb_populate_record(null::public.listings, given.ad) as said
        returning listing.id, listing.state into made_id, made_state;
        is_new := true;
      end if;
    exception
      when unique_violation then
        problem := private.problem('SK183', 'import_row_deleted');
      when others then
        get stacked diagnostics parameters = pg_exception_detail;
        problem := case when sqlstate like 'SK%' then private.refusal(sqlstate, sqlerrm, parameters) else private.problem('SK130', 'import_value_not_storable') end;
    end;
    if problem is null and import_listings.publish and made_state = 'draft' then
      begin
        select published.state into made_state from public.publish_listing(made_id) as published;
      exception when others then
        if sqlstate not like 'SK%' then
          raise;
        end if;
        get stacked diagnostics parameters = pg_exception_detail;
        problem := private.refusal(sqlstate, sqlerrm, parameters);
      end;
    end if;
    answers := answers || jsonb_build_object('key', key, 'id', made_id, 'state', made_state, 'created', is_new, 'problem', problem);
  end loop;
  return answers;
end
$$;
comment on function public.import_listings(jsonb, boolean) is 'Creates a draft for each row {key, ...columns of listings}, once per key, and publishes it if requested: [{key, id, state, created, problem: {code, name, details} or null}]. At most 200; photo URLs are not fetched.';
grant execute on function public.import_listings(jsonb, boolean) to authenticated;

create or replace function private.import_id(person uuid, key text) returns uuid
language sql immutable set search_path = ''
return md5(person::text || ':import:' || key)::uuid;
grant execute on function private.import_id(uuid, text) to authenticated;

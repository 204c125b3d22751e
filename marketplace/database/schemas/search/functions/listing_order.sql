-- Pages in an order of their own: what is looked up and what is looked through is told by how much either has to read.

-- How many ads one looks through along an order: those of the category, or of the one above it that has an index.
create or replace function private.ads_in_order(conditions jsonb, category text) returns bigint
language sql stable
set search_path = ''
return case
  when not conditions ? 'category' then private.market_size()
  when conditions -> 'category' ->> 'exact' ~ 'entry.ord' then private.category_size(private.root_of(category))
  else private.category_size(category) end;

-- Whether it is less to look up all ads that fit by their marks and sort them than to look along the order until a page is full. Along the order
-- some ads are read in vain for each that fits: five times as many as if they lay evenly, fifty times by price, which goes with nearly everything.
create or replace function private.is_looked_up(conditions jsonb, category text, sort text, estimate bigint, lim integer) returns boolean
language sql stable
set search_path = ''
return case
  when conditions ? 'q' then true
  -- A whole category is an index of its own, in each order, and a range of the order has its place in it.
  when coalesce(conditions -> 'category' ->> 'exact' !~ 'entry.ord', true)
    and conditions - array['open', 'category', case when sort = 'newest' then 'posted' when sort ~ '^price' then 'price' else 'open' end] = '{}'
    then false
  when private.is_narrow(conditions) or estimate >= 20000 or 50 * estimate >= private.market_size() then false
  else power(estimate::float8, 2) < case when sort = 'newest' then 5 else 50 end * lim * private.ads_in_order(conditions, category)::float8 end;

create or replace function private.nearest_page(conditions jsonb, params jsonb, estimate bigint, cursor jsonb, lim integer, distance text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  has_words boolean := conditions ? 'q';
  -- Ads without a place come last, outside of all circles.
  widest float8 := case when conditions ? 'radius_km' then (params ->> 'radius_km')::float8 else 2500 end;
  reach float8 := case when has_words then 1 else greatest(0.05, least(5, least(40, widest) * sqrt(lim::float8 / greatest(1, estimate)))) end;
  page jsonb;
begin
  -- A few pages are read at once.
  if estimate <= 4 * lim then
    return private.search_page(private.conditions_sql(conditions, true), format('coalesce(%s, 99999)', distance), false, cursor, 'float8', lim, distance);
  end if;
  reach := greatest(reach, (cursor ->> 'k')::float8 * 1.3);
  while reach < widest loop
    page := private.search_page(private.conditions_sql(conditions || jsonb_build_object('radius_km',
        private.radius_condition((params ->> 'lat')::float8, (params ->> 'lng')::float8, reach)), has_words),
      format('coalesce(%s, 99999)', distance), false, cursor, 'float8', lim, distance);
    if jsonb_array_length(page) >= lim then
      return page;
    end if;
    reach := reach * case when has_words or jsonb_array_length(page) = 0 then 5
      else least(5, greatest(1.5, 1.3 * sqrt(lim::float8 / jsonb_array_length(page)))) end;
  end loop;
  return private.search_page(private.conditions_sql(conditions, has_words), format('coalesce(%s, 99999)', distance), false, cursor, 'float8', lim, distance);
end
$$;

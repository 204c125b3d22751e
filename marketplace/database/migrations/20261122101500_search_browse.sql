-- One page in the order asked for. Filters that leave few ads of many are looked up by their marks and sorted; others are
-- met soon enough along the index of the order.
create or replace function private.sorted_page(conditions jsonb, params jsonb, sort text, estimate bigint, cursor jsonb, lim integer, distance text) returns jsonb
language plpgsql stable
set search_path = ''
set enable_seqscan = on
set enable_indexscan = on
as $$
declare
  -- A whole category, of the first level or the last, is an index of its own, in each order.
  is_category boolean := conditions - '{open,category}'::text[] = '{}' and coalesce(conditions -> 'category' ->> 'exact' !~ 'entry.ord', true);
  by_marks boolean := conditions ? 'q' or not is_category and not private.is_narrow(conditions) and estimate < 20000 and 50 * estimate < private.market_size();
  filters text := private.conditions_sql(conditions, by_marks);
begin
  if by_marks then
    -- The planner cannot know how rare a combination is; the settings above put this back at the end.
    perform set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true);
  end if;
  return case sort
    when 'newest' then private.search_page(filters, 'entry.published_at', true, cursor, 'timestamptz', lim, distance)
    when 'price_asc' then private.search_page(filters, 'entry.price_low', false, cursor, 'integer', lim, distance)
    when 'price_desc' then private.search_page(filters, 'entry.price_high', true, cursor, 'integer', lim, distance)
    else private.nearest_page(conditions, params, cursor, lim, distance) end;
end
$$;

create or replace function private.count_category() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.category = old.category then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update private.category_counters set ads = ads - 1 where category = old.category;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.category_counters as counter (category, ads) values (new.category, 1)
    on conflict (category) do update set ads = counter.ads + 1;
  end if;
  return null;
end
$$;
create or replace trigger count_category after insert or delete or update of category on public.listing_search
  for each row execute function private.count_category();

create or replace function public.category_counts() returns table (slug text, count bigint)
language sql stable
set search_path = ''
as $$
  select category.slug, coalesce(sum(counter.ads), 0)::bigint
  from public.categories category
  left join public.categories leaf on leaf.ord_from between category.ord_from and category.ord_to
  left join private.category_counters counter on counter.category = leaf.slug
  group by category.slug, category.ord_from
  order by category.ord_from
$$;
comment on function public.category_counts() is 'Ads on offer per category, each with everything below it, in the order of the tree.';
grant execute on function public.category_counts() to anon, authenticated;

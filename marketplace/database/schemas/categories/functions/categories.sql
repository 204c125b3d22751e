create or replace function private.root_of(category text) returns text
language sql stable set search_path = ''
return (
  select root.slug from public.categories leaf
  join public.categories root on root.level = 1 and leaf.ord_from between root.ord_from and root.ord_to
  where leaf.slug = category
);
comment on function private.root_of(text) is 'The top category above (or equal to) the given one.';

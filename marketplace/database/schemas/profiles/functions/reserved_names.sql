-- For the job that knows the market's name.
create or replace function private.set_brand_name(brand text) returns void
language sql set search_path = ''
begin atomic
  delete from private.reserved_names known where known.what = 'brand';
  insert into private.reserved_names (name, what)
  select distinct said, 'brand' from (select btrim(regexp_replace(private.plain_letters(given), '[^a-z]+', ' ', 'g')) as said
    from (select set_brand_name.brand as given union all select branding.brand_name from public.branding) as names) as plain
  where said ~ '^[a-z]+( [a-z]+)*$'
  on conflict do nothing;
end;

-- Security definer: the list is closed.
create or replace function private.is_reserved_name(said text) returns boolean
language sql stable security definer set search_path = '' as $$
  with plain as (
    select btrim(regexp_replace(translate(private.plain_letters(said), '013457@$|!', 'oieastasli'), '[^a-z]+', ' ', 'g')) as words),
  -- Also without the trailing initial of a display name.
  read as (select said.words, replace(said.words, ' ', '') as letters
    from plain, unnest(array[plain.words, regexp_replace(plain.words, ' [a-z]$', '')]) as said (words))
  select exists (
    select from read, private.reserved_names known
    where known.what <> 'ending' and (' ' || read.words || ' ' like '% ' || known.name || ' %' or letters = replace(known.name, ' ', ''))
      or known.what = 'brand' and starts_with(letters, replace(known.name, ' ', ''))
        and substr(letters, char_length(replace(known.name, ' ', '')) + 1) in (
          select replace(other.name, ' ', '') from private.reserved_names other where other.what <> 'brand'))
$$;
comment on function private.is_reserved_name(text) is 'Whether a name could be mistaken for the market or its staff, including look-alike letters.';

create or replace function private.keep_public_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  problem jsonb := coalesce(private.short_text_problem(new.display_name, 'name'),
    case when private.is_reserved_name(new.display_name) then private.problem('SK408', 'reserved_name') end);
begin
  -- A reserved name does not prevent the sign-up; the account starts without it.
  if problem is not null and tg_op = 'INSERT' then
    new.display_name := private.name_for_display('', '', new.id);
  elsif problem is not null and new.display_name is distinct from old.display_name then
    perform private.refuse(problem);
  end if;
  problem := coalesce(private.short_text_problem(concat_ws(' · ', new.area, new.city), 'place'),
    case when tg_op = 'UPDATE' and new.bio is distinct from old.bio then private.contact_problem(new.bio, 'profile') end);
  if problem is not null and tg_op = 'UPDATE' then
    perform private.refuse(problem);
  end if;
  return new;
end
$$;
create or replace trigger b_keep_name_on_insert before insert on public.profiles
  for each row when (not new.is_demo) execute function private.keep_public_name();
create or replace trigger b_keep_name_on_update before update of display_name, bio, area, city on public.profiles
  for each row when (not new.is_demo and new.role not in ('moderator', 'admin')
    and (new.display_name, new.bio, new.area, new.city) is distinct from (old.display_name, old.bio, old.area, old.city))
  execute function private.keep_public_name();

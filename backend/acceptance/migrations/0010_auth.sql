-- An application's trigger at sign-up: creates a profile in the same transaction. Two metadata keys make it refuse.
create table public.auth_profiles (
  id uuid primary key references auth.users on delete cascade,
  first_name text check (first_name <> 'nobody')
);
comment on table public.auth_profiles is 'Fixture of the auth tests: a row per account, made by a trigger.';
alter table public.auth_profiles enable row level security;
create policy "people read their own profile" on public.auth_profiles
  for select to authenticated using (id = (select auth.uid()));
grant select on public.auth_profiles to authenticated;

create function public.make_auth_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.raw_user_meta_data ->> 'refuse' = 'plainly' then
    raise exception 'We are full.';
  elsif new.raw_user_meta_data ->> 'refuse' = 'with a status' then
    raise sqlstate 'PT409' using message = 'That name is taken.', hint = 'Choose another.';
  end if;
  insert into public.auth_profiles (id, first_name) values (new.id, new.raw_user_meta_data ->> 'first_name');
  return new;
end
$$;
create trigger make_auth_profile after insert on auth.users for each row execute function public.make_auth_profile();

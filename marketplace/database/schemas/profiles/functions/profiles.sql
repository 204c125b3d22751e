-- Sign-up metadata comes from the client: it is fitted into the columns, so that the account is not refused.
create or replace function private.name_for_display(first_name text, last_name text, id uuid) returns text
language sql immutable set search_path = ''
return case
  when char_length(btrim(first_name)) >= 2 and btrim(last_name) <> ''
    then left(btrim(first_name), 36) || ' ' || upper(left(btrim(last_name), 1)) || '.'
  when char_length(btrim(first_name)) >= 2 then left(btrim(first_name), 40)
  else 'Member ' || left(id::text, 4)
end;
comment on function private.name_for_display(text, text, uuid) is 'First name and initial, until the user chooses a display name. Never derived from the email address.';

create or replace function private.phone_digits(phone text) returns text
language sql immutable set search_path = ''
return nullif(regexp_replace(regexp_replace(phone, '[[:space:]()./-]', '', 'g'), '^00', '+'), '');
-- The rules run inside checks and triggers with the caller's rights.
grant execute on function private.phone_digits(text) to anon, authenticated, service_role;

-- Security definer: the auth service inserts into auth.users and has no rights on the marketplace's tables.
create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb := new.raw_user_meta_data;
  first_name text := left(btrim(coalesce(given ->> 'first_name', given ->> 'given_name', given ->> 'name', '')), 50);
  last_name text := left(btrim(coalesce(given ->> 'last_name', given ->> 'family_name', '')), 50);
  phone text := private.phone_digits(coalesce(given ->> 'phone', new.phone));
begin
  insert into public.profiles (id, first_name, last_name, display_name, phone, signup_role, is_demo, trust_level,
    email_verified_at, phone_verified_at, created_at, locale)
  values (
    new.id, first_name, last_name, private.name_for_display(first_name, last_name, new.id),
    case when phone ~ '^\+?[0-9]{6,15}$' then phone end,
    coalesce(nullif(left(given ->> 'role', 50), ''), 'shipper'),
    -- app_metadata is written by the server only, so an account cannot claim to be a demo and skip the limits.
    coalesce((new.raw_app_meta_data ->> 'demo')::boolean, false),
    case when (new.raw_app_meta_data ->> 'demo')::boolean then 1 else 0 end,
    new.email_confirmed_at, new.phone_confirmed_at, new.created_at,
    coalesce(substring(given ->> 'locale' from '^[a-z]{2}(?:-[A-Z]{2})?$'), 'en'));
  return null;
end
$$;
create or replace trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Security definer for the same reason as above.
create or replace function private.carry_verification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles
    set email_verified_at = new.email_confirmed_at, phone_verified_at = new.phone_confirmed_at
    where id = new.id;
  return null;
end
$$;
create or replace trigger carry_verification after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row
  when (old.email_confirmed_at is distinct from new.email_confirmed_at
    or old.phone_confirmed_at is distinct from new.phone_confirmed_at)
  execute function private.carry_verification();

create or replace function private.tidy_profile() returns trigger
language plpgsql set search_path = '' as $$
declare
  plain_name constant text := private.plain_line(new.display_name);
begin
  -- A name that would become empty stays, for the column's own check.
  new.display_name := case when char_length(plain_name) >= 2 then plain_name else btrim(new.display_name) end;
  new.bio := private.plain_text(new.bio);
  new.area := private.plain_line(new.area);
  new.city := private.plain_line(new.city);
  new.phone := private.phone_digits(new.phone);
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$$;
-- Named to run first, before rules and limits.
create or replace trigger a_tidy_profile before insert or update on public.profiles
  for each row execute function private.tidy_profile();

-- A deleted account shows nothing. Security definer: nobody has write rights on public.sellers.
create or replace function private.show_profile_as_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_leaving(new.id) then
    return null;
  end if;
  insert into public.sellers as seller (id, display_name, avatar_path, bio, city, area, seller_type,
    email_verified, phone_verified, id_verified, business_verified, joined_at, is_demo)
  values (new.id, new.display_name, new.avatar_path, new.bio, new.city, new.area, new.seller_type,
    new.email_verified_at is not null, new.phone_verified_at is not null, new.id_verified_at is not null,
    new.business_verified_at is not null, new.created_at, new.is_demo)
  on conflict (id) do update set
    display_name = excluded.display_name, avatar_path = excluded.avatar_path, bio = excluded.bio,
    city = excluded.city, area = excluded.area, seller_type = excluded.seller_type,
    email_verified = excluded.email_verified, phone_verified = excluded.phone_verified,
    id_verified = excluded.id_verified, business_verified = excluded.business_verified,
    joined_at = excluded.joined_at, is_demo = excluded.is_demo, left_at = null;
  return null;
end
$$;
create or replace trigger show_profile_as_seller after insert or update on public.profiles
  for each row execute function private.show_profile_as_seller();

-- Single claims, as database tests of projects set them, before the whole token.
create or replace function auth.uid() returns uuid language sql stable
return coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), nullif(auth.jwt() ->> 'sub', ''))::uuid;
create or replace function auth.role() returns text language sql stable
return coalesce(nullif(current_setting('request.jwt.claim.role', true), ''), nullif(auth.jwt() ->> 'role', ''));
create or replace function auth.email() returns text language sql stable
return coalesce(nullif(current_setting('request.jwt.claim.email', true), ''), nullif(auth.jwt() ->> 'email', ''));

-- Rows as seeds and dumps write them: texts that are empty instead of null, and null where ours has a default.
create or replace function auth.take_foreign_user() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.aud := coalesce(nullif(new.aud, ''), 'authenticated');
  new.role := coalesce(nullif(new.role, ''), 'authenticated');
  new.email := lower(nullif(new.email, ''));
  new.phone := nullif(new.phone, '');
  new.email_change := nullif(new.email_change, '');
  new.phone_change := nullif(new.phone_change, '');
  new.encrypted_password := nullif(new.encrypted_password, '');
  new.email_change_confirm_status := coalesce(new.email_change_confirm_status, 0);
  new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}');
  new.raw_user_meta_data := coalesce(new.raw_user_meta_data, '{}');
  new.is_sso_user := coalesce(new.is_sso_user, false);
  new.is_anonymous := coalesce(new.is_anonymous, false);
  new.id := coalesce(new.id, gen_random_uuid());
  new.created_at := coalesce(new.created_at, now());
  new.updated_at := coalesce(new.updated_at, now());
  return new;
end
$$;
comment on function auth.take_foreign_user() is 'For rows of auth.users that are not written by the auth service.';
create or replace trigger a_take_foreign_user before insert on auth.users
  for each row execute function auth.take_foreign_user();

create or replace function auth.take_foreign_identity() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.id := coalesce(new.id, gen_random_uuid());
  -- Seeds from before this column.
  new.provider_id := coalesce(new.provider_id, new.identity_data ->> 'sub');
  new.created_at := coalesce(new.created_at, now());
  new.updated_at := coalesce(new.updated_at, now());
  return new;
end
$$;
comment on function auth.take_foreign_identity() is 'For rows of auth.identities that are not written by the auth service.';
create or replace trigger a_take_foreign_identity before insert on auth.identities
  for each row execute function auth.take_foreign_identity();

-- The API of the vault. The key is a file outside the database: dumps contain the secrets as ciphertext only.
do $$
declare
  path text := current_setting('data_directory') || '/vault.key';
begin
  if pg_stat_file(path, true) is null then
    execute format(
      'copy (select replace(gen_random_uuid()::text || gen_random_uuid()::text, ''-'', '''')) to %L', path
    );
  end if;
end
$$;

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea default '',
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create unique index secrets_name_idx on vault.secrets (name) where name is not null;
comment on table vault.secrets is 'Encrypted secrets; vault.decrypted_secrets shows them.';

create function vault._key() returns text language sql
set search_path = ''
return rtrim(pg_read_file(current_setting('data_directory') || '/vault.key'), E'\n');

create function vault._encrypt(secret text) returns text language sql security definer
set search_path = ''
return encode(extensions.pgp_sym_encrypt(secret, vault._key(), 'cipher-algo=aes256'), 'base64');

create function vault._decrypt(secret text) returns text language sql security definer
set search_path = ''
return extensions.pgp_sym_decrypt(decode(secret, 'base64'), vault._key());

create view vault.decrypted_secrets as
  select id, name, description, secret, vault._decrypt(secret) as decrypted_secret, key_id, nonce, created_at, updated_at
  from vault.secrets;

create function vault.create_secret(
  new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
) returns uuid language plpgsql security definer
set search_path = ''
as $$
declare
  made uuid;
begin
  insert into vault.secrets (secret, name, description, key_id)
  values (vault._encrypt(new_secret), new_name, coalesce(new_description, ''), new_key_id) returning id into made;
  return made;
end
$$;

create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
  new_key_id uuid default null
) returns void language plpgsql security definer
set search_path = ''
as $$
begin
  update vault.secrets set secret = coalesce(vault._encrypt(new_secret), secret), name = coalesce(new_name, name),
    description = coalesce(new_description, description), updated_at = current_timestamp
  where id = secret_id;
end
$$;

revoke all on all tables in schema vault from public, anon, authenticated;
revoke all on all functions in schema vault from public, anon, authenticated;
grant usage on schema vault to service_role;
grant select, delete on vault.secrets, vault.decrypted_secrets to service_role;
grant execute on function vault.create_secret(text, text, text, uuid), vault.update_secret(uuid, text, text, text, uuid),
  vault._decrypt(text) to service_role;

-- Whether functions are closed or open by default, those of an extension are open unless its own script revokes them, as on Supabase.
create or replace function extensions.open_functions_of_extension() returns event_trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_event = 'ddl_command_end' then
    if current_setting('extensions.closed', true) = 'yes' then
      alter default privileges revoke execute on functions from public;
    end if;
    perform set_config('extensions.closed', '', true);
  elsif exists (
    select from pg_default_acl where defaclrole = to_regrole(quote_ident(current_user)) and defaclnamespace = 0 and defaclobjtype = 'f'
      and not exists (select from aclexplode(defaclacl) where grantee = 0)
  ) then
    perform set_config('extensions.closed', 'yes', true);
    alter default privileges grant execute on functions to public;
  end if;
end
$$;

do $$
declare moment text;
begin
  foreach moment in array array['start', 'end'] loop
    if not exists (select from pg_event_trigger where evtname = 'extension_' || moment) then
      execute format('create event trigger %I on %I when tag in (''CREATE EXTENSION'')
        execute function extensions.open_functions_of_extension()', 'extension_' || moment, 'ddl_command_' || moment);
    end if;
  end loop;
exception when insufficient_privilege then
  raise notice 'no event triggers: grant execute on the functions of extensions where it is needed';
end
$$;

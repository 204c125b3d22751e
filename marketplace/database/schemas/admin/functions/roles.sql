-- Roles apply to sessions, not to tokens. Security definer: profiles are readable by their owner only.
create or replace function private.has_role(variadic wanted text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.is_token_request()
    and exists (select from public.profiles profile where profile.id = auth.uid() and profile.role = any(wanted))
$$;
comment on function private.has_role(text[]) is 'Whether the caller has one of these roles. False for visitors, the service key and personal tokens.';
grant execute on function private.has_role(text[]) to anon, authenticated, service_role;

create or replace function private.require_role(variadic wanted text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null, 'SK008', 'signed_out');
  perform private.refuse_if(not private.second_factor_shown(), 'SK006', 'second_factor_needed');
  if not private.has_role(variadic wanted) then
    raise exception using errcode = '42501', message = 'Your account is not allowed to do this.';
  end if;
end
$$;
comment on function private.require_role(text[]) is 'Refuses callers without any of these roles.';
grant execute on function private.require_role(text[]) to anon, authenticated, service_role;

-- Append-only, also for the table's owner.
create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = format('Lines of %I.%I are only ever added.', tg_table_schema, tg_table_name);
end
$$;
create or replace trigger keep_audit_log before update or delete on public.audit_log
  for each row execute function private.refuse_change();
create or replace trigger keep_audit_log_whole before truncate on public.audit_log
  for each statement execute function private.refuse_change();

-- Security definer: the log is closed; callers have checked the role.
create or replace function private.audit(action text, target text, before jsonb default null, after jsonb default null) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, target, before, after)
  values (auth.uid(), audit.action, audit.target, audit.before, audit.after)
$$;
comment on function private.audit(text, text, jsonb, jsonb) is 'Adds an audit log entry in the caller''s name. No grants: for security definer functions only.';

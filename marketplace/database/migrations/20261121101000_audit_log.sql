-- Who works for the market, and what they did: every act of a moderator or an administrator leaves a line.

-- Security definer: a profile is readable by its owner only, and policies of other tables ask here.
create function private.has_role(variadic wanted text[]) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.profiles profile where profile.id = auth.uid() and profile.role = any(wanted))
$$;
comment on function private.has_role(text[]) is 'Whether the caller has one of these roles. False for visitors and for the service key.';

create function private.require_role(variadic wanted text[]) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception using errcode = 'PT401', message = 'Sign in to do this.';
  elsif not private.second_factor_shown() then
    raise exception using errcode = 'PT401', message = 'Your account asks for a second proof: sign in again and enter your code.';
  elsif not private.has_role(variadic wanted) then
    raise exception using errcode = '42501', message = 'Your account is not allowed to do this.';
  end if;
end
$$;
comment on function private.require_role(text[]) is 'Refuses the caller who has none of these roles.';
grant execute on function private.has_role(text[]), private.require_role(text[]) to anon, authenticated, service_role;

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  target text not null check (char_length(target) <= 200),
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
comment on table public.audit_log is 'Append-only: what moderators and administrators changed. Written by private.audit() only.';
comment on column public.audit_log.actor_id is 'No foreign key: the line outlives the account.';
comment on column public.audit_log.action is 'Subject and verb, such as category.rename or listing.hide.';
create index audit_log_at_idx on public.audit_log (at desc, id desc);
create index audit_log_target_idx on public.audit_log (target, id desc);

alter table public.audit_log enable row level security;
create policy "administrators read what was changed" on public.audit_log
  for select to authenticated using ((select private.has_role('admin')));
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;

-- What is written stays: not even the owner of the table changes a line by mistake.
create function private.refuse_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = format('Lines of %I.%I are only ever added.', tg_table_schema, tg_table_name);
end
$$;
create trigger keep_audit_log before update or delete on public.audit_log
  for each row execute function private.refuse_change();
create trigger keep_audit_log_whole before truncate on public.audit_log
  for each statement execute function private.refuse_change();

-- Security definer: nobody may write the log; the acts that call this have checked the role.
create function private.audit(action text, target text, before jsonb default null, after jsonb default null) returns void
language sql security definer
set search_path = ''
as $$
  insert into public.audit_log (actor_id, action, target, before, after)
  values (auth.uid(), audit.action, audit.target, audit.before, audit.after)
$$;
comment on function private.audit(text, text, jsonb, jsonb) is 'Adds a line to the audit log in the caller''s name. No grants: for functions that are security definer themselves.';

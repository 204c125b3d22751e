-- Tokens that members make for their own programs. The backend makes them and turns them into claims; here is what they cannot do,
-- whatever their scope: moderate and administer, see or end sessions, or leave the market.

create function private.comes_by_token() returns boolean
language sql stable
set search_path = ''
return coalesce(auth.jwt() ? 'personal_token', false);
comment on function private.comes_by_token() is 'Whether the caller is a program with a personal token, and not a person in a session.';
grant execute on function private.comes_by_token() to anon, authenticated, service_role;

-- As before, but the rights of moderators and administrators belong to their sessions. Security definer: a profile is readable by
-- its owner only, and policies of other tables ask here.
create or replace function private.has_role(variadic wanted text[]) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select not private.comes_by_token()
    and exists (select from public.profiles profile where profile.id = auth.uid() and profile.role = any(wanted))
$$;
comment on function private.has_role(text[]) is 'Whether the caller has one of these roles. False for visitors, for the service key and for personal tokens.';

create function private.require_session() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if private.comes_by_token() then
    raise exception using errcode = '42501', message = 'A token cannot do this. Sign in and do it yourself.';
  end if;
end
$$;
comment on function private.require_session() is 'Refuses programs with a personal token.';
grant execute on function private.require_session() to anon, authenticated, service_role;

-- As before, but for people in a session. Security definer: sessions are the auth service's, behind no grant.
create or replace function public.my_sessions() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_session();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id,
      'created_at', s.created_at,
      'last_active_at', coalesce(s.refreshed_at, s.created_at),
      'user_agent', left(s.user_agent, 300),
      -- Enough to recognise one's own connection, too little to follow a person.
      'network', host(network(set_masklen(s.ip, case when family(s.ip) = 4 then 24 else 48 end))),
      'second_factor', s.aal = 'aal2',
      'current', s.id::text = (select auth.jwt()) ->> 'session_id'
    ) order by (s.id::text = (select auth.jwt()) ->> 'session_id') desc, coalesce(s.refreshed_at, s.created_at) desc), '[]')
    from (
      select * from auth.sessions
      where user_id = (select auth.uid()) and (not_after is null or not_after > now())
      order by coalesce(refreshed_at, created_at) desc limit 50
    ) s
  );
end
$$;

create or replace function public.end_session(session_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_session();
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = (select auth.uid());
  if not found then
    raise exception 'That device is signed out already.' using errcode = 'PT404';
  end if;
end
$$;

-- Whoever leaves is signed out everywhere, programs as well. Elsewhere than on this project's own backend there are no such tokens.
-- Security definer: they are the auth service's.
create function private.end_tokens_of_who_leaves() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if to_regclass('auth.personal_tokens') is not null then
    delete from auth.personal_tokens token where token.user_id = new.user_id;
  end if;
  return null;
end
$$;
create trigger end_tokens_of_who_leaves after insert on private.departures
  for each row execute function private.end_tokens_of_who_leaves();

-- For the copy of one's own data: names and times, never a token. Security definer: as above.
create function public.my_personal_tokens() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if to_regclass('auth.personal_tokens') is null or not private.second_factor_shown() then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', token.name, 'may', array_to_string(token.scopes, ', '), 'created_at', token.created_at,
      'expires_at', token.expires_at, 'last_used_at', token.last_used_at) order by token.created_at, token.id), '[]')
    from auth.personal_tokens token where token.user_id = auth.uid()
  );
end
$$;
comment on function public.my_personal_tokens() is 'The names and times of the caller''s tokens.';
revoke all on function public.my_personal_tokens() from public, anon;
grant execute on function public.my_personal_tokens() to authenticated;

-- Where an account is signed in, for its owner alone: to see, and to end one by one.

-- Security definer: sessions are the auth service's, behind no grant. Each function speaks of the caller's own only.
create function public.my_sessions() returns jsonb
language sql stable security definer
set search_path = ''
as $$
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
$$;
comment on function public.my_sessions is 'The caller''s sessions, this one first, then the last used; at most 50.';

create function public.end_session(session_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = (select auth.uid());
  if not found then
    raise exception 'That device is signed out already.' using errcode = 'PT404';
  end if;
end
$$;
comment on function public.end_session is 'Signs one of the caller''s devices out: its refresh token is worthless at once, its access token within the hour.';

revoke all on function public.my_sessions(), public.end_session(uuid) from public, anon;
grant execute on function public.my_sessions(), public.end_session(uuid) to authenticated;

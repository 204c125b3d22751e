-- A user's sessions, listed and ended one by one.

-- Security definer: sessions belong to the auth service.
create or replace function public.my_sessions() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id,
      'created_at', s.created_at,
      'last_active_at', coalesce(s.refreshed_at, s.created_at),
      'user_agent', left(s.user_agent, 300),
      -- Precise enough to recognise, too coarse to track.
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
comment on function public.my_sessions is 'The caller''s sessions, this one first, then the last used; at most 50.';
grant execute on function public.my_sessions() to authenticated;

create or replace function public.end_session(session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = (select auth.uid());
  perform private.refuse_if(not found, 'SK007', 'session_ended_already');
  insert into auth.audit_log_entries (id, payload, created_at, ip_address)
  values (gen_random_uuid(), jsonb_strip_nulls(jsonb_build_object('action', 'logout', 'actor_id', auth.uid(), 'actor_username', auth.email(),
    'scope', 'device', 'user_agent', nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent')), now(), '');
end
$$;
comment on function public.end_session is 'Signs out one of the caller''s devices: revokes the refresh token immediately; the access token expires within the hour.';
grant execute on function public.end_session(uuid) to authenticated;

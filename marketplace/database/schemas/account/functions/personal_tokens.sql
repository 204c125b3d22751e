-- Personal access tokens, made by the backend. Whatever their scope, they cannot moderate, manage sessions or delete the account.

-- Includes OAuth applications, whose tokens carry client_id.
create or replace function private.is_token_request() returns boolean
language sql stable set search_path = ''
return auth.jwt() ?| array['personal_token', 'client_id'];
comment on function private.is_token_request() is 'Whether the caller uses a personal token or an application instead of a session.';
grant execute on function private.is_token_request() to anon, application, authenticated, service_role;

create or replace function private.require_session() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_token_request() then
    raise exception using errcode = '42501', message = 'A token cannot do this. Sign in and do it yourself.';
  end if;
end
$$;
comment on function private.require_session() is 'Refuses callers with a personal token.';
grant execute on function private.require_session() to anon, authenticated, service_role;

-- Deletes the tokens of a deleted account; on Supabase there is no such table. Security definer: the table belongs to the auth
-- service.
create or replace function private.delete_tokens_on_departure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('auth.personal_tokens') is not null then
    delete from auth.personal_tokens token where token.user_id = new.user_id;
  end if;
  return null;
end
$$;
create or replace trigger end_tokens_of_who_leaves after insert on private.departures
  for each row execute function private.delete_tokens_on_departure();

-- For the data export: names and times, no tokens. Security definer: as above.
create or replace function public.my_personal_tokens() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.my_personal_tokens() is 'Names and times of the caller''s tokens.';
grant execute on function public.my_personal_tokens() to authenticated;

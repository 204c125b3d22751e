create or replace function public.custom_access_token_hook(event jsonb)
returns jsonb
language plpgsql
stable
as $$
declare
  claims jsonb := event -> 'claims';
  member public.members;
begin
  select * into member from public.members where user_id = (event ->> 'user_id')::uuid;
  if member is not null then
    claims := jsonb_set(claims, '{tenant_id}', to_jsonb(member.tenant_id));
    claims := jsonb_set(claims, '{user_role}', to_jsonb(member.role));
  end if;
  return jsonb_set(event, '{claims}', claims);
end;
$$;

grant usage on schema public to supabase_auth_admin;
grant execute on function public.custom_access_token_hook to supabase_auth_admin;
revoke execute on function public.custom_access_token_hook from authenticated, anon, public;

grant all on table public.members to supabase_auth_admin;
revoke all on table public.members from authenticated, anon, public;
create policy "Allow auth admin to read members" on public.members as permissive for select to supabase_auth_admin using (true);

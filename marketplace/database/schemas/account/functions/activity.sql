-- Recent security events of the caller's account.

-- The kind of an audit log entry as shown to its user; null for entries that are not shown.
create or replace function private.activity_kind(payload jsonb) returns text
language sql immutable set search_path = ''
return case payload ->> 'action'
  when 'login' then 'signed_in'
  when 'login_failed' then 'wrong_password'
  when 'user_signedup' then 'account_made'
  when 'user_updated_password' then 'password_changed'
  when 'user_recovery_requested' then 'reset_asked'
  when 'user_modified' then case
    when payload ->> 'changed' = 'email' then 'email_changed'
    when payload ->> 'changed' = 'phone' then 'phone_changed'
    when payload ->> 'by' = 'administrator' then 'changed_by_operator' end
  when 'verification_attempted' then case when payload -> 'valid' = 'false' then 'wrong_code' end
  when 'factor_in_progress' then case when payload ->> 'factor_type' = 'recovery_code' then 'codes_made' end
  when 'factor_updated' then case
    when payload ->> 'status' = 'verified' then 'factor_added'
    when payload ->> 'factor_type' = 'recovery_code' then 'codes_made' end
  when 'factor_unenrolled' then case when payload ->> 'status' = 'verified' then 'factor_removed' end
  when 'factor_deleted' then case when payload ->> 'status' = 'verified' then 'factor_removed' end
  when 'passkey_created' then 'passkey_added'
  when 'passkey_deleted' then 'passkey_removed'
  when 'identity_linked' then 'identity_linked'
  when 'identity_unlinked' then 'identity_unlinked'
  when 'logout' then 'signed_out'
  when 'token_revoked' then 'session_revoked'
  when 'oauth_consent_granted' then 'app_let_in'
  when 'oauth_consent_revoked' then 'app_taken_back'
  when 'personal_token_created' then 'token_made'
  when 'personal_token_deleted' then 'token_deleted'
end;

-- The network of an address, as in my_sessions().
create or replace function private.network_of(address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return host(network(set_masklen(address::inet, case when family(address::inet) = 4 then 24 else 48 end)));
exception when invalid_text_representation then
  return null;
end $$;

-- Security definer: the audit log belongs to the auth service. Returns the caller's events only.
create or replace function public.my_account_activity() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_token_request() or not private.second_factor_shown() then
    return '[]';
  end if;
  return (
    with own as (
      select entry.created_at, entry.payload::jsonb as payload, private.activity_kind(entry.payload::jsonb) as kind, private.network_of(entry.ip_address) as network
      from auth.audit_log_entries entry
      where entry.payload ->> 'actor_id' = (select auth.uid())::text and entry.created_at > now() - interval '90 days'
    ), done as (
      select created_at as at, kind, 1 as count, left(payload ->> 'user_agent', 300) as user_agent, network,
        coalesce(payload ->> 'session_id' = (select auth.jwt()) ->> 'session_id', false) as current,
        coalesce(payload ->> 'method', payload ->> 'factor_type', payload ->> 'provider', payload ->> 'scope',
          (select client.client_name from auth.oauth_clients client where client.id::text = payload ->> 'client_id')) as detail,
        coalesce(payload ->> 'by' = 'administrator', false) as by_operator
      from own where kind not in ('wrong_password', 'wrong_code') order by created_at desc limit 30
    ), failed as (
      -- One line a day, so that brute force does not push other events off the list.
      select max(created_at) as at, kind, coalesce(max((payload ->> 'attempts')::int), count(*)::int) as count,
        case when count(distinct payload ->> 'user_agent') = 1 then left(min(payload ->> 'user_agent'), 300) end as user_agent,
        case when count(distinct network) = 1 then min(network) end as network, false as current, null as detail, false as by_operator
      from (select * from own where kind in ('wrong_password', 'wrong_code') order by created_at desc limit 2000) guess
      group by kind, date_trunc('day', created_at at time zone 'UTC') order by max(created_at) desc limit 10
    )
    select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'count', count, 'user_agent', case when not by_operator then user_agent end,
      'network', case when not by_operator then network end, 'current', current, 'detail', detail, 'by_operator', by_operator) order by at desc, kind desc), '[]')
    from (select * from done union all select * from failed) event
  );
end
$$;
comment on function public.my_account_activity() is
  'Security events of the caller''s account in the last 90 days, newest first, at most 40. Empty for personal tokens and for sessions without their second factor.';
grant execute on function public.my_account_activity() to authenticated;

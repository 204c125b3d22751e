-- Suspended users write nothing public or addressed to others. They keep settings, appeals, tickets, reports, blocking, data
-- export and deletion.

-- A suspension ends by its date. Security definer: profiles are readable by their owner only.
create or replace function private.standing_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when profile.standing_until < now() then 'good' else profile.standing end
  from public.profiles profile where profile.id = person
$$;

-- Security definer: as above.
create or replace function private.require_standing(new_business boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  standing text := private.standing_of(auth.uid());
begin
  perform private.refuse_if(standing in ('suspended', 'banned'), 'SK639', 'standing_bad', jsonb_build_object('standing', standing));
  perform private.refuse_if(standing = 'limited' and new_business, 'SK640', 'standing_limited');
end
$$;
comment on function private.require_standing(boolean) is 'Refuses a caller whose account is suspended or banned, and new business of a limited one.';
grant execute on function private.require_standing(boolean) to anon, application, authenticated, service_role;

-- Security definer: profiles are readable by their owner only.
create or replace function private.has_good_standing() returns boolean
language sql stable security definer set search_path = ''
return coalesce(private.standing_of(auth.uid()), 'good') not in ('suspended', 'banned');
comment on function private.has_good_standing() is 'False for suspended and banned users.';
grant execute on function private.has_good_standing() to anon, authenticated, service_role;

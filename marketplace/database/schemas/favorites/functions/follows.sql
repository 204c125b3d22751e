create or replace function private.admit_follow() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if((select count(*) from public.follows follow where follow.follower_id = new.follower_id) >= 500,
    'SK403', 'follows_full');
  return new;
end
$$;
create or replace trigger admit_follow before insert on public.follows
  for each row execute function private.admit_follow();

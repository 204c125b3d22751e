create or replace function private.admit_follow() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (select count(*) from public.follows follow where follow.follower_id = new.follower_id) >= 500 then
    raise exception using errcode = 'SK403', message = 'follows_full';
  end if;
  return new;
end
$$;
create or replace trigger admit_follow before insert on public.follows
  for each row execute function private.admit_follow();

-- How many ads one account has on offer at a time. Numbers are data, by level of trust as in public.limits.

create table private.stall_sizes (
  level smallint primary key check (level between 0 and 3),
  most integer not null check (most > 0)
);
comment on table private.stall_sizes is 'The most ads on offer at a time; the row with the highest level that an account has reached counts.';
insert into private.stall_sizes (level, most) values (0, 10), (2, 100), (3, 10000);

-- Security definer: the sizes are closed. Counts what buyers see and what waits for a moderator; paused ads take no place.
create function private.keep_stall_small() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  reached smallint := private.trust_level(new.seller_id);
  size integer := (select most from private.stall_sizes where level <= reached order by level desc limit 1);
begin
  -- One at a time per person, so that two taps at once cannot both pass.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('stall:' || new.seller_id, 0));
  if size <= (select count(*) from public.listings ad where ad.seller_id = new.seller_id
      and ad.state in ('active', 'reserved', 'pending_review') and ad.id <> new.id) then
    raise exception using errcode = 'PT409', message = format(
      case when reached < 2 then 'New accounts can have %s ads on offer at a time. Mark what is sold, or pause one first.'
        else 'You can have %s ads on offer at a time. Mark what is sold, or pause one first.' end, size),
      hint = case when reached < 2 then private.ladder_in_words() else 'Limits keep advertising and fraud out.' end;
  end if;
  return new;
end
$$;
-- What moderators give back, and what falls free by itself, comes back whatever else there is.
create trigger keep_stall_small before update of state on public.listings
  for each row when (new.state in ('active', 'pending_review') and old.state not in ('active', 'reserved', 'pending_review')
    and new.seller_id = auth.uid())
  execute function private.keep_stall_small();

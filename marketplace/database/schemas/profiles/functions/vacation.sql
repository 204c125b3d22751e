-- A vacation note is shown on the seller page and on ads, so contact details are refused.

create or replace function private.is_away(person uuid) returns boolean
language sql stable set search_path = ''
return exists (select from public.sellers seller
  where seller.id = person and (now() at time zone 'UTC')::date >= seller.away_from and (now() at time zone 'UTC')::date < seller.away_until);

create or replace function private.was_away(person uuid, moment timestamptz) returns boolean
language sql stable set search_path = ''
return exists (select from private.vacations vacation where vacation.seller_id = person
  and (moment at time zone 'UTC')::date >= vacation.away_from and (moment at time zone 'UTC')::date < vacation.away_until);
grant execute on function private.was_away(uuid, timestamptz) to authenticated, service_role;

-- Security definer: nobody may write public.sellers.
create or replace function public.set_vacation(away_from date, away_until date, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  today constant date := (now() at time zone 'UTC')::date;
  starts constant date := greatest(set_vacation.away_from, today);
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK416', 'settings_signed_out');
  perform private.refuse_if(starts is null or set_vacation.away_until is null or set_vacation.away_until <= starts,
    'SK417', 'vacation_ends_before_start');
  perform private.refuse_if(set_vacation.away_until > today + 180, 'SK418', 'vacation_too_late');
  perform private.refuse_if(char_length(btrim(coalesce(note, ''))) > 120, 'SK419', 'away_note_too_long');
  perform private.refuse_if(private.has_contact(coalesce(note, '')), 'SK420', 'contact_in_away_note');
  perform private.forget_vacation(me);
  insert into private.vacations (seller_id, away_from, away_until) values (me, starts, set_vacation.away_until);
  update public.sellers seller set away_from = starts, away_until = set_vacation.away_until, away_note = btrim(coalesce(note, ''))
    where seller.id = me;
end
$$;
comment on function public.set_vacation(date, date, text) is 'Sets a vacation from one day until the day of return (at most 180 days from now), replacing the previous one.';
grant execute on function public.set_vacation(date, date, text) to authenticated;

-- Future days of the previous vacation are removed; past days stay.
create or replace function private.forget_vacation(person uuid) returns void
language sql set search_path = '' as $$
  delete from private.vacations vacation where vacation.seller_id = person and vacation.away_from >= (now() at time zone 'UTC')::date;
  update private.vacations vacation set away_until = (now() at time zone 'UTC')::date
    where vacation.seller_id = person and vacation.away_until > (now() at time zone 'UTC')::date;
$$;

-- Security definer: as above.
create or replace function public.end_vacation() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK416', 'settings_signed_out');
  perform private.forget_vacation(auth.uid());
  update public.sellers seller set away_from = null, away_until = null, away_note = '' where seller.id = auth.uid();
end
$$;
grant execute on function public.end_vacation() to authenticated;

-- Offers pause until the seller is back; messages are never refused.
create or replace function private.pause_offers_while_away() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid := (select listing.seller_id from public.listings listing where listing.id = new.listing_id);
begin
  perform private.refuse_if(new.from_id <> owner and private.is_away(owner), 'SK421', 'seller_away');
  return new;
end
$$;
create or replace trigger pause_offers_while_away before insert on public.offers
  for each row execute function private.pause_offers_while_away();

create or replace trigger b_keep_away_note before update of away_note on public.sellers
  for each row when (new.away_note <> '' and new.away_note is distinct from old.away_note)
  execute function private.refuse_contacts('note', 'away_note');

-- Security definer: users cannot write their seller type; declaring the details makes them a business.
create or replace function public.declare_trader(legal_name text, address text, contact_email text, contact_phone text,
  register_no text default null, vat_no text default null, certified boolean default false) returns public.traders
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  made public.traders;
begin
  perform private.refuse_if(me is null, 'SK409', 'business_signed_out');
  perform private.refuse_if(not private.second_factor_shown(), 'SK006', 'second_factor_needed');
  perform private.refuse_if(certified is not true, 'SK410', 'business_not_confirmed');
  perform private.refuse_if(char_length(btrim(coalesce(legal_name, ''))) not between 2 and 120, 'SK411', 'bad_legal_name');
  perform private.refuse_if(char_length(btrim(coalesce(address, ''))) not between 10 and 300, 'SK412', 'bad_address');
  perform private.refuse_if(coalesce(contact_email, '') !~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$', 'SK401', 'bad_email');
  perform private.refuse_if(coalesce(contact_phone, '') !~ '^\+[0-9][0-9 ]{6,18}[0-9]$', 'SK413', 'bad_phone');
  perform private.require_standing(false);
  insert into public.traders as known (id, legal_name, address, contact_email, contact_phone, register_no, vat_no)
  values (me, btrim(legal_name), btrim(address), contact_email, contact_phone, nullif(btrim(register_no), ''), nullif(btrim(vat_no), ''))
  on conflict on constraint traders_pkey do update set legal_name = excluded.legal_name, address = excluded.address,
    contact_email = excluded.contact_email, contact_phone = excluded.contact_phone, register_no = excluded.register_no, vat_no = excluded.vat_no,
    certified_at = now()
  returning * into made;
  update public.profiles profile set seller_type = 'business' where profile.id = me and profile.seller_type <> 'business';
  return made;
end
$$;
comment on function public.declare_trader(text, text, text, text, text, text, boolean) is
  'Declares the caller a business with these public details. Calling it again replaces them.';
grant execute on function public.declare_trader(text, text, text, text, text, text, boolean) to authenticated;

-- Security definer: as above.
create or replace function public.end_trader() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK414', 'seller_type_signed_out');
  perform private.refuse_if(exists (select from public.listings ad where ad.seller_id = auth.uid() and ad.state in ('active', 'reserved', 'paused', 'pending_review')),
    'SK415', 'business_ads_open');
  delete from public.traders known where known.id = auth.uid();
  update public.profiles profile set seller_type = 'private' where profile.id = auth.uid() and profile.seller_type <> 'private';
end
$$;
comment on function public.end_trader() is 'Makes the caller a private seller again, if no ads are live.';
grant execute on function public.end_trader() to authenticated;

-- Who sells as a business says who that is (DSA Art. 30): everybody reads it on their stall. They certify it themselves; the mark
-- "business verified" is another matter and the operator's to give.

create table public.traders (
  id uuid primary key references public.sellers on delete cascade,
  legal_name text not null check (char_length(btrim(legal_name)) between 2 and 120),
  address text not null check (char_length(btrim(address)) between 10 and 300),
  contact_email text not null check (char_length(contact_email) <= 254 and contact_email ~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$'),
  contact_phone text not null check (contact_phone ~ '^\+[0-9][0-9 ]{6,18}[0-9]$'),
  register_no text check (char_length(btrim(register_no)) between 2 and 60),
  vat_no text check (char_length(btrim(vat_no)) between 2 and 30),
  certified_at timestamptz not null default now()
);
comment on table public.traders is 'One row for each seller of the type business. Written by declare_trader() only.';
comment on column public.traders.certified_at is 'When they last said that all of it is true, and that they offer only what the law allows.';
alter table public.traders enable row level security;
create policy "everybody sees who a business is" on public.traders for select to anon, authenticated using (true);
revoke all on public.traders from anon, authenticated;
grant select on public.traders to anon, authenticated;

-- Security definer: the type of a seller is closed to its owner; whoever says who they are becomes a business by it.
create function public.declare_trader(legal_name text, address text, contact_email text, contact_phone text,
  register_no text default null, vat_no text default null, certified boolean default false) returns public.traders
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  made public.traders;
begin
  if me is null then
    raise exception using errcode = 'PT401', message = 'Sign in to sell as a business.';
  elsif not private.second_factor_shown() then
    raise exception using errcode = 'PT401', message = 'Your account asks for a second proof: sign in again and enter your code.';
  elsif certified is not true then
    raise exception using errcode = 'PT422', message = 'Confirm that this is true, and that you offer only what the law allows.';
  elsif char_length(btrim(coalesce(legal_name, ''))) not between 2 and 120 then
    raise exception using errcode = 'PT422', message = 'Enter the legal name, in 2 to 120 characters.';
  elsif char_length(btrim(coalesce(address, ''))) not between 10 and 300 then
    raise exception using errcode = 'PT422', message = 'Enter the whole address, in 10 to 300 characters.';
  elsif coalesce(contact_email, '') !~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$' then
    raise exception using errcode = 'PT422', message = 'Enter a whole e-mail address.';
  elsif coalesce(contact_phone, '') !~ '^\+[0-9][0-9 ]{6,18}[0-9]$' then
    raise exception using errcode = 'PT422', message = 'Enter the phone number with its country, such as +351 912 345 678.';
  end if;
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
  'Sells as a business from now on, under these particulars, which everybody reads. Again replaces them.';

-- Security definer: as above.
create function public.end_trader() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null or not private.second_factor_shown() then
    raise exception using errcode = 'PT401', message = 'Sign in to change how you sell.';
  elsif exists (select from public.listings ad where ad.seller_id = auth.uid() and ad.state in ('active', 'reserved', 'paused', 'pending_review')) then
    raise exception using errcode = 'PT409', message = 'End your ads first: they were offered by a business.';
  end if;
  delete from public.traders known where known.id = auth.uid();
  update public.profiles profile set seller_type = 'private' where profile.id = auth.uid() and profile.seller_type <> 'private';
end
$$;
comment on function public.end_trader() is 'Sells privately again, once nothing is on offer.';
grant execute on function public.declare_trader(text, text, text, text, text, text, boolean), public.end_trader() to authenticated;

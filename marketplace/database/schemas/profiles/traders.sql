-- Business sellers must identify themselves (DSA Art. 30), publicly on their seller page. They certify it themselves; the badge "business verified"
-- is separate and assigned by the operator.

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
comment on table public.traders is 'One row for each business seller. Written by declare_trader() only.';
comment on column public.traders.certified_at is 'When they last certified that the details are true and that they only offer legal products.';

alter table public.traders enable row level security;
create policy "everybody sees who a business is" on public.traders for select to anon, authenticated using (true);
revoke all on public.traders from anon, authenticated;
grant select on public.traders to anon, authenticated;

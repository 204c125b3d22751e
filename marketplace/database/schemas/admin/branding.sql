-- Brand and operator of this installation; null columns fall back to the environment.

create table public.branding (
  singleton boolean primary key default true check (singleton),
  brand_name text check (char_length(btrim(brand_name)) between 2 and 30 and brand_name !~ '[[:cntrl:]<>]'),
  operator_name text check (char_length(btrim(operator_name)) between 2 and 120 and operator_name !~ '[[:cntrl:]<>]'),
  contact_email text check (char_length(contact_email) <= 254 and contact_email ~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$'),
  brand_hue smallint check (brand_hue between 0 and 359),
  logo_path text check (char_length(logo_path) <= 200),
  changed_at timestamptz not null default now(),
  currency text check (currency ~ '^[A-Z]{3}$'),
  languages text[] check (cardinality(languages) between 1 and 5 and languages <@ array['en', 'pt', 'es', 'de', 'fr'])
);
comment on table public.branding is 'One row. Written by set_branding() only; servers are notified of changes on the channel branding.';
comment on column public.branding.brand_hue is 'Hue in degrees. Lightness and chroma are fixed, so that contrast is the same for every hue.';
comment on column public.branding.logo_path is 'Object in the bucket branding, shown in place of the default logo.';
comment on column public.branding.currency is 'ISO 4217 currency of new ads. Existing ads keep theirs.';
comment on column public.branding.languages is 'Offered languages; the first is the default for browsers that accept none of them.';

alter table public.branding enable row level security;
create policy "everybody sees who this is" on public.branding for select to anon, authenticated using (true);
revoke all on public.branding from anon, authenticated;
grant select on public.branding to anon, authenticated;

insert into public.branding default values;

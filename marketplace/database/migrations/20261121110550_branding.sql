-- How an installation is called and looks, and who runs it: changed while it runs. What is null here is as the environment says.

create table public.branding (
  singleton boolean primary key default true check (singleton),
  brand_name text check (char_length(btrim(brand_name)) between 2 and 30 and brand_name !~ '[[:cntrl:]<>]'),
  operator_name text check (char_length(btrim(operator_name)) between 2 and 120 and operator_name !~ '[[:cntrl:]<>]'),
  contact_email text check (char_length(contact_email) <= 254 and contact_email ~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$'),
  brand_hue smallint check (brand_hue between 0 and 359),
  logo_path text check (char_length(logo_path) <= 200),
  changed_at timestamptz not null default now()
);
comment on table public.branding is 'One row. Written by set_branding() only; every server hears of a change on the channel branding.';
comment on column public.branding.brand_hue is 'Degrees on the colour wheel. Lightness and strength stay, so that text keeps its contrast with any of them.';
comment on column public.branding.logo_path is 'Object in the bucket branding, shown in place of the mark.';
insert into public.branding default values;
alter table public.branding enable row level security;
create policy "everybody sees who this is" on public.branding for select to anon, authenticated using (true);
revoke all on public.branding from anon, authenticated;
grant select on public.branding to anon, authenticated;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('branding', 'branding', true, 1048576, array['image/png', 'image/webp', 'image/jpeg', 'image/avif'])
on conflict (id) do nothing;
do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    update storage.buckets set image_policy = '{"maxEdge": 512, "maxPixels": 16000000}' where id = 'branding';
  end if;
end
$$;
create policy "administrators see the pictures of the brand" on storage.objects
  for select to authenticated using (bucket_id = 'branding' and (select private.has_role('admin')));
create policy "administrators add pictures of the brand" on storage.objects
  for insert to authenticated with check (bucket_id = 'branding' and (select private.has_role('admin')));
create policy "administrators remove pictures of the brand" on storage.objects
  for delete to authenticated using (bucket_id = 'branding' and (select private.has_role('admin')));

-- Security definer: the table is closed to writing; the role is asked for first.
create function public.set_branding(brand_name text default null, operator_name text default null, contact_email text default null,
  brand_hue integer default null, logo_path text default null) returns public.branding
language plpgsql security definer
set search_path = ''
as $$
declare
  was public.branding;
  made public.branding;
begin
  perform private.require_role('admin');
  if char_length(btrim(brand_name)) not between 2 and 30 or brand_name ~ '[[:cntrl:]<>]' then
    raise exception using errcode = 'PT422', message = 'A name has 2 to 30 characters, without < and >.';
  elsif char_length(btrim(operator_name)) not between 2 and 120 or operator_name ~ '[[:cntrl:]<>]' then
    raise exception using errcode = 'PT422', message = 'Say who runs this in 2 to 120 characters, without < and >.';
  elsif contact_email !~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$' or char_length(contact_email) > 254 then
    raise exception using errcode = 'PT422', message = 'Enter a whole e-mail address.';
  elsif brand_hue not between 0 and 359 then
    raise exception using errcode = 'PT422', message = 'A hue is 0 to 359 degrees.';
  elsif logo_path is not null and not exists (select from storage.objects object
      where object.bucket_id = 'branding' and object.name = set_branding.logo_path) then
    raise exception using errcode = 'PT422', message = 'The logo has not arrived yet. Upload it again.';
  end if;
  select * into was from public.branding for update;
  update public.branding known set brand_name = btrim(set_branding.brand_name), operator_name = btrim(set_branding.operator_name),
    contact_email = set_branding.contact_email, brand_hue = set_branding.brand_hue, logo_path = set_branding.logo_path, changed_at = now()
  returning * into made;
  perform private.audit('branding.set', 'branding', to_jsonb(was) - 'singleton' - 'changed_at', to_jsonb(made) - 'singleton' - 'changed_at');
  perform pg_catalog.pg_notify('branding', '');
  return made;
end
$$;
comment on function public.set_branding(text, text, text, integer, text) is 'For administrators: name, operator, contact, hue and logo as a whole; what is left out is as the environment says.';
grant execute on function public.set_branding(text, text, text, integer, text) to authenticated;

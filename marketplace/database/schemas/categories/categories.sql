-- The category tree. Its rows are reference data: reference-data/020_public.categories.ndjson.

create table public.categories (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  parent text references public.categories,
  level smallint not null check (level between 1 and 3),
  sort integer not null,
  name jsonb not null check (name ? 'en'),
  synonyms text[] not null default '{}',
  synonyms_i18n jsonb not null default '{}',
  icon text not null,
  risk_profile text not null default 'normal' check (risk_profile in ('normal', 'strict')),
  expiry_days integer not null default 60 check (expiry_days between 1 and 365),
  allow_types text[] not null check (allow_types <@ array['sell', 'wanted', 'free', 'swap']),
  photo_min integer not null default 1 check (photo_min between 0 and 20),
  leaf boolean not null,
  attributes jsonb not null default '[]' check (jsonb_typeof(attributes) = 'array'),
  ord_from integer not null,
  ord_to integer not null check (ord_to >= ord_from),
  active boolean not null default true,
  retired_attributes jsonb not null default '[]' check (jsonb_typeof(retired_attributes) = 'array'),
  check ((level = 1) = (parent is null))
);
comment on table public.categories is 'The category tree, at most three levels; ads are in leaf categories.';
comment on column public.categories.attributes is 'Fields of the category: key, label per language, type, unit, unit_labels per language, min, max, options (id, label in English, labels per language, synonyms), required, filterable, facet, show_on_card. Used by form, filters, ad page and index.';
comment on column public.categories.ord_from is 'Nested set: a category and its descendants have ord_from between this ord_from and ord_to.';
comment on column public.categories.active is 'Accepts new ads and is listed. Ads of a closed category remain in it.';
comment on column public.categories.retired_attributes is 'Disabled fields: not asked for, and restored unchanged.';
comment on column public.categories.sort is 'Position among siblings. ord_from only defines nesting.';
create index categories_parent_idx on public.categories (parent, sort);
create unique index categories_ord_from_idx on public.categories (ord_from);

alter table public.categories enable row level security;
create policy "everyone reads the categories" on public.categories
  for select to anon, authenticated using (true);
create policy "applications read the categories" on public.categories for select to application using (true);
revoke all on public.categories from anon, authenticated;
grant select on public.categories to anon, authenticated;
grant select (slug, parent, level, sort, name, icon, allow_types, leaf, attributes, active) on public.categories to application;

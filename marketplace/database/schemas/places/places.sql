-- Towns for ads and searches. The rows are reference data.

create table private.places (
  id integer primary key,
  name text not null,
  folded text not null check (folded <> ''),
  own_folded text not null,
  region text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  lat float8 not null,
  lng float8 not null,
  people integer not null,
  words tsvector not null generated always as (
    array_to_tsvector(string_to_array(folded || case when own_folded = '' then '' else ' ' || own_folded end, ' '))) stored
);
comment on table private.places is 'Towns of GeoNames (CC BY 4.0), by their id there. Coordinates are the middle of a town, never an address.';
comment on column private.places.folded is 'The words of the name as normalised by private.search_words(): lower case, without accents.';
comment on column private.places.own_folded is 'The same for the local name, if the name is English; may be empty.';
create index places_words_idx on private.places using gin (words) with (fastupdate = off);
create index places_where_idx on private.places (lat, lng);

alter table private.places enable row level security;
-- Town names (GeoNames) and ad counts per category are public; the schema is not exposed.
create policy "everyone reads the names of towns" on private.places for select to anon, authenticated using (true);
grant select on private.places to anon, authenticated, service_role;

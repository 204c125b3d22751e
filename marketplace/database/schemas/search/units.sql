-- Words as search compares them, and the words that say that an ad is for a part of a thing, not for the thing.

create table private.units (
  word text primary key,
  unit text not null
);
comment on table private.units is 'What measures: behind a number "inches" is said as "inch". Add rows in lower case without accents.';
grant select on private.units to anon, authenticated, service_role;

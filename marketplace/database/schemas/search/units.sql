-- Units, and words that mark an ad as a part or accessory.

create table private.units (
  word text primary key,
  unit text not null
);
comment on table private.units is 'Units of measure: after a number "inches" becomes "inch". Add rows in lower case without accents.';
grant select on private.units to anon, authenticated, service_role;

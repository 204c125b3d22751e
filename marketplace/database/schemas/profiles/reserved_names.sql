-- Contact details are refused in places, photo descriptions and names; names of the market and its staff are reserved; picture paths must be the
-- user's own.

create table private.reserved_names (
  name text primary key check (name ~ '^[a-z]+( [a-z]+)*$'),
  what text not null check (what in ('brand', 'role', 'ending'))
);
comment on table private.reserved_names is 'In plain letters. A brand or role is reserved as a word of a name; an ending only after a brand.';


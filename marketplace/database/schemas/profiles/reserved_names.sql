-- Contact details are no part of a place, a photo's description or a name; names of the market and of its staff are taken; paths
-- of pictures are the sender's own.

create table private.reserved_names (
  name text primary key check (name ~ '^[a-z]+( [a-z]+)*$'),
  what text not null check (what in ('brand', 'role', 'ending'))
);
comment on table private.reserved_names is 'In plain letters. A brand and a role are taken as words of a name; an ending only behind a brand.';


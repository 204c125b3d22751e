-- Names that need quoting, in SQL and in URLs.

create table public."library Größe" (
  id integer primary key,
  "Wert in €" text,
  "a,b" integer,
  "order" integer
);
create table public."library.parts" (
  "part-id" integer primary key,
  "whole id" integer references public."library Größe"
);
grant select, insert, update, delete on public."library Größe", public."library.parts" to anon, authenticated;
insert into public."library Größe" values (1, 'viel', 5, 9), (2, null, 6, 8);
insert into public."library.parts" values (10, 1), (11, 1);

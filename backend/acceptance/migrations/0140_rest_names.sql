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

-- Names that are special in the request grammar, and values that are special in lists.
create table public."library.odd" (
  id integer primary key,
  words text,
  "a.b" text, "g""h" text, "i\j" text, "k:l" text, "with->arrow" text, "plus+sign" text, "e(f)" text, "m-n" text,
  "Two Words" text
);
create table public."library.pairs" (
  near integer,
  "far away" text,
  note text,
  primary key (near, "far away")
);
grant select, insert, update, delete on public."library.odd", public."library.pairs" to anon, authenticated;
insert into public."library.odd" values (
  1, 'one', 'value of a.b', 'value of g"h', 'value of i\j', 'value of k:l', 'value of with->arrow', 'value of plus+sign',
  'value of e(f)', 'value of m-n', 'value of Two Words'
);
insert into public."library.odd" (id, words) values
  (2, 'two, and "quoted"'), (3, 'back\slash'), (4, ''), (5, '(in brackets)'), (6, 'null');

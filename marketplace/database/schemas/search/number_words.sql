create table private.number_words (
  word text primary key,
  number integer not null
);
comment on table private.number_words is 'Numbers in words: before a unit "two persons" is "2 persons". In lower case without accents.';
grant select on private.number_words to anon, authenticated, service_role;

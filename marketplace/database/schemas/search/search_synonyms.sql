
create table private.search_synonyms (
  word text,
  means text,
  primary key (word, means)
);
comment on table private.search_synonyms is 'Stems that mean the same, in either direction one row. Names of categories and of options have synonyms of their own.';



create table private.search_synonyms (
  word text,
  means text,
  primary key (word, means)
);
comment on table private.search_synonyms is 'Synonyms as stems, one row per pair for both directions. Categories and options have separate synonyms.';


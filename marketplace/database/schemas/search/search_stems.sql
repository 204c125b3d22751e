create table private.search_stems (
  stem text primary key
);
comment on table private.search_stems is 'Stems of other languages than English that occurred in ads: only these are looked for, since each more makes a search dearer.';


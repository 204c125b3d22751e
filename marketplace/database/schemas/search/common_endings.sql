-- Endings of the word that is being typed without counting each of them: common ones are known by the hour, and after other words they are read from the
-- titles of some ads that have those. A beginning of one letter counted thirty words together with the ones before.

-- The words that very many ads have in their titles, with how many that are: what a beginning may become without counting.
create table private.common_endings (
  word text collate "C" primary key,
  stem text not null,
  ads bigint not null
);
comment on table private.common_endings is 'Words of the vocabulary whose stem is common in titles (private.common_words); renewed with those.';


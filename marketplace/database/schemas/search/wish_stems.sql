create table private.wish_stems (
  -- Stems as in an ad's document, of all words of the phrase that say something.
  stems text[] not null,
  thing text not null,
  language text not null,
  primary key (stems, thing, language)
);
comment on table private.wish_stems is 'How purposes and recipients are put, whatever stands between the words and in whichever order. From private.thing_words.';
create index wish_stems_idx on private.wish_stems using gin (stems);

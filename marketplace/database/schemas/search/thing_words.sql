create table private.thing_words (
  -- Words as search_words() makes them.
  phrase text not null,
  thing text not null,
  language text not null,
  source text not null,
  primary key (phrase, thing, language)
);
comment on table private.thing_words is 'What things are called in everyday words, singular and plural; source souk, wordnet or cldr. Written by seed/generate-vocabulary.ts.';

create table private.thing_words (
  -- Words as normalised by search_words().
  phrase text not null,
  thing text not null,
  language text not null,
  source text not null,
  primary key (phrase, thing, language)
);
comment on table private.thing_words is 'Everyday names of items, singular and plural; source souk, wordnet or cldr. Written by seed/generate-vocabulary.ts.';

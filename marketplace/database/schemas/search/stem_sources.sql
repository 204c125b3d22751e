-- Fewer lists for the same ads: most forms of a word in other languages are had only by ads that have its English stem as well.

create table private.stem_sources (
  stem text,
  english text,
  primary key (stem, english)
);
comment on table private.stem_sources is 'English stems of the words that have this stem in another language: where there is but one, nobody has the other stem without it.';


create table private.help_words_used (
  language text not null,
  word text not null,
  uses double precision not null,
  constraint help_words_used_pkey primary key (language, word)
);
comment on table private.help_words_used is 'Stems of the help articles of a language, with the number of articles that contain them. Updated when articles change.';

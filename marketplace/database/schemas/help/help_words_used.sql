create table private.help_words_used (
  language text not null,
  word text not null,
  uses double precision not null,
  constraint help_words_used_pkey primary key (language, word)
);
comment on table private.help_words_used is 'The stems of the help articles of a language, and in how many they stand. Counted when articles change.';

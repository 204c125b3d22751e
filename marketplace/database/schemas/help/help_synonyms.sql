-- Synonyms as stems, possibly of several words.
create table private.help_synonyms (
  said text primary key,
  meant text not null
);
comment on table private.help_synonyms is 'Synonyms of words in the help. An operator adds rows with `private.help_words(''en'', said)` and runs an update over help_articles.';


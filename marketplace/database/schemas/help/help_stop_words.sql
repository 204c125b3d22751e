-- Stop words of questions, as stems.
create table private.help_stop_words (
  stem text not null,
  language text not null default 'en',
  primary key (language, stem)
);


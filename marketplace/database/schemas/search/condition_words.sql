create table private.condition_words (
  phrase text primary key,
  conditions text[] not null
);
comment on table private.condition_words is 'Phrases for a condition: "like new" is a filter and not searched for. In lower case without accents.';

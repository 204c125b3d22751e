create table private.condition_words (
  phrase text primary key,
  conditions text[] not null
);
comment on table private.condition_words is 'What people write for a condition: "like new" is a filter and no word to look for. In lower case without accents.';

create table private.common_words (
  lexeme text primary key,
  ads bigint not null
);
comment on table private.common_words is 'Number of ads for words that more than a hundred have, counted hourly, because counting reads long posting lists. Empty in small markets.';

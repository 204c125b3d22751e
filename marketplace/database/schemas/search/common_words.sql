create table private.common_words (
  lexeme text primary key,
  ads bigint not null
);
comment on table private.common_words is 'How many ads have what more than a thousand of them have, counted hourly: counting it for each search means reading long lists. Empty in small markets.';

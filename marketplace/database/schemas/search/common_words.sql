create table private.common_words (
  lexeme text primary key,
  ads bigint not null
);
comment on table private.common_words is 'About how many ads have what more than a thousand of them have, by a sample that a job takes: counting it for each search means reading long lists. Empty in small markets.';


create table private.filler_words (
  word text primary key
);
comment on table private.filler_words is 'Words that say that somebody wants something, not what: "cheap", "something", "gift". Nothing is found by them alone.';

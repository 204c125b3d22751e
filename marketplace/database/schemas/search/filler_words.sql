create table private.filler_words (
  word text primary key,
  -- Anything would do that is good for what else is said: "something", "gift".
  is_wish boolean not null
);
comment on table private.filler_words is 'Words that say that somebody wants something, not what: "cheap", "something", "gift". Nothing is found by them alone.';

create table private.filler_words (
  word text primary key,
  -- Means any item suitable for the purpose: "something", "gift".
  is_wish boolean not null
);
comment on table private.filler_words is 'Filler words of a wish: "cheap", "something", "gift". They match nothing alone.';

create table private.use_words (
  -- As in an ad's document; a function word as it is.
  stem text primary key,
  -- How much rather a use is put with it than an item is named: the logarithm of the ratio.
  lean real not null,
  -- The item of each use that has it; none for a function word.
  things text[] not null
);
comment on table private.use_words is 'Words that tell what items are for. Written by scripts/train-uses.ts.';

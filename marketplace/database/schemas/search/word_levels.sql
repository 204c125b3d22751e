-- How many ads have a word of common ones on which level of impact, and how the market stands.
create table private.word_levels (
  stem text primary key,
  levels integer[] not null,
  ads bigint[] not null
);
comment on table private.word_levels is 'About how many ads say a common word how well: its levels of impact that occur, and the ads of each. Counted together with common words.';


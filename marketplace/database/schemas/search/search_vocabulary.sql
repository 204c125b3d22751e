create table private.search_vocabulary (
  id bigint generated always as identity primary key,
  word text not null,
  initial text not null generated always as (left(word, 1)) stored,
  length smallint not null generated always as (char_length(word)) stored,
  sound text not null generated always as (extensions.dmetaphone(word)) stored,
  -- Derived: "hairdryer" from "hair dryer", "armchair" from "armchairs". Used for corrections, but not suggested while typing.
  is_made boolean not null default false
);
comment on table private.search_vocabulary is 'Words of ads, for corrections. Not unique, so that two ads with the same new word do not block each other; a job removes duplicates.';
create index search_vocabulary_near_idx on private.search_vocabulary (initial, length);
create index search_vocabulary_rest_idx on private.search_vocabulary (substr(word, 2));
create index search_vocabulary_word_idx on private.search_vocabulary (word text_pattern_ops);
create index search_vocabulary_sound_idx on private.search_vocabulary (sound, length);

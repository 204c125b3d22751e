create table private.accessory_words (
  word text primary key
);
comment on table private.accessory_words is 'Stems of accessories and parts: a search for a monitor ranks monitors before monitor stands. Add rows as `private.stem(word)`.';


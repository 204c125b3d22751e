create table private.accessory_words (
  word text primary key
);
comment on table private.accessory_words is 'Stems of what belongs to another thing: who searches for a monitor sees monitors before monitor stands. Add rows as `private.stem(word)`.';


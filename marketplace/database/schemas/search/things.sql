create table private.things (
  thing text primary key,
  -- quality: what something is like (a colour, a material); want: what things are used for; person: who gets them.
  kind text not null check (kind in ('thing', 'q', 'want', 'person')),
  -- Leaf categories that hold it.
  categories text[] not null,
  -- All that it is as well, the nearest first: a sofa bed is a sofa.
  wider text[] not null,
  -- What would do as well, or is good for the use or the person.
  alike text[] not null
);
comment on table private.things is 'What ads are about, by kind. Written by seed/generate-vocabulary.ts.';

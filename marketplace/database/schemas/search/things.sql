create table private.things (
  thing text primary key,
  -- What something is like (a colour, a material), not what it is.
  is_quality boolean not null,
  -- Leaf categories that hold it.
  categories text[] not null,
  -- All that it is as well, the nearest first: a sofa bed is a sofa.
  wider text[] not null,
  -- What would do as well.
  alike text[] not null
);
comment on table private.things is 'What ads are about, by kind. Written by seed/generate-things.ts.';

create table private.things (
  thing text primary key,
  -- quality: a property (a colour, a material); want: a purpose; person: a recipient.
  kind text not null check (kind in ('thing', 'q', 'want', 'person')),
  -- Leaf categories for it.
  categories text[] not null,
  -- Broader items, nearest first: a sofa bed is a sofa.
  wider text[] not null,
  -- Substitutes, or items suitable for the purpose or recipient.
  alike text[] not null
);
comment on table private.things is 'Items and qualities by kind. Written by seed/generate-vocabulary.ts.';
create index things_wider_idx on private.things using gin (wider);

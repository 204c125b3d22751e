-- Demo data sets in this database, each inserted once.

create table private.seeds (
  name text primary key,
  finished_at timestamptz not null default now()
);
comment on table private.seeds is 'Written in the same transaction as the rows of a seed: present means complete.';


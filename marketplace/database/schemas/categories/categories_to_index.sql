-- Categories and their fields can be edited at run time (functions/actions.sql). Constraints and consequences are here.

-- Changed categories whose ads a job reindexes.
create table private.categories_to_index (
  category text primary key references public.categories on delete cascade,
  -- Ads up to this one are done.
  done_to uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table private.categories_to_index is 'Categories with changed words or fields, until their ads are reindexed.';


-- Categories and their fields are changed by administrators while the market runs: what is offered, in which order, under which
-- names. The acts themselves are in the next file; here is what must hold and what follows from a change.

-- Ads carry the words of their category in the search index. When those change, a job writes the entries anew.
create table private.categories_to_index (
  category text primary key references public.categories on delete cascade,
  -- Entries up to this ad are done.
  done_to uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table private.categories_to_index is 'Categories whose words or fields changed, until their ads are indexed anew.';


-- How much a word says about an ad, as marks in the index of words: the best ads of a common word are looked up, not picked from all that have it.

-- Ads that were there before get their marks from a job, some at a time; until all have them, search does without.
create table private.search_renewal (
  is_one boolean primary key default true check (is_one),
  -- The ads up to this one have them.
  done_up_to uuid,
  is_done boolean not null
);
comment on table private.search_renewal is 'How far the ads that were there before a change of the search index have been written anew.';


insert into private.search_renewal (is_done) values (true);

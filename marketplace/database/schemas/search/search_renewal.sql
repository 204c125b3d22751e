-- A job reindexes existing ads after an upgrade of the vocabulary, in batches.
create table private.search_renewal (
  is_one boolean primary key default true check (is_one),
  done_up_to uuid,
  is_done boolean not null
);
comment on table private.search_renewal is 'Progress of reindexing existing ads after a change of the search index.';

insert into private.search_renewal (is_done) values (true);

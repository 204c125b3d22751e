-- Ads that were there before an upgrade of the vocabulary are written anew by a job, some at a time.
create table private.search_renewal (
  is_one boolean primary key default true check (is_one),
  done_up_to uuid,
  is_done boolean not null
);
comment on table private.search_renewal is 'How far the ads that were there before a change of the search index have been written anew.';

insert into private.search_renewal (is_done) values (true);

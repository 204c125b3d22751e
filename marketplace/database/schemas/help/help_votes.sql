-- Votes on help articles, one per user or visitor's browser.

create table private.help_votes (
  article_id text not null,
  voter bytea not null,
  helpful boolean not null,
  at timestamptz not null default now(),
  primary key (article_id, voter)
);
comment on table private.help_votes is 'The voter is a hash: of an account, or of a random id of the browser. No foreign key: articles are replaced with each version.';


-- Help articles by language, written at server start (jobs/write-help-articles.ts) from contract/locales/<locale>/help.

create table private.help_version (
  one boolean primary key default true check (one),
  version text not null,
  written_at timestamptz not null default now()
);
comment on table private.help_version is 'A hash of all articles in the table, so that a starting server can skip writing them again.';


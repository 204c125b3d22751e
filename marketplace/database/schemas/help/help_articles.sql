-- Help articles for the assistant's search.

create table public.help_articles (
  id text not null check (id ~ '^[a-z0-9-]{1,60}$'),
  topic text not null,
  question text not null,
  answer jsonb not null check (jsonb_typeof(answer) = 'array'),
  points jsonb not null default '[]' check (jsonb_typeof(points) = 'array'),
  -- {label, path} of the page for the action.
  action jsonb,
  also_asked text not null default '',
  -- Weights: A question, B keywords, D text.
  document tsvector not null,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  primary key (id, language)
);
comment on table public.help_articles is 'Written by the server at startup from marketplace/contract/locales/<locale>/help. {brand} stands for the name of the installation.';
create index help_articles_document_idx on public.help_articles using gin (document);

alter table public.help_articles enable row level security;
create policy "everyone reads the help" on public.help_articles for select to anon, authenticated using (true);
revoke all on public.help_articles from anon, authenticated;
grant select (id, topic, question, answer, points, action, language) on public.help_articles to anon, authenticated;

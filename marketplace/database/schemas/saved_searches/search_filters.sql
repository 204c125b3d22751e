create table private.search_filters (
  search_id uuid primary key references public.saved_searches on delete cascade,
  user_id uuid not null,
  root text,
  types text[],
  price_low bigint,
  price_high bigint,
  south float8,
  north float8,
  words tsquery,
  -- Each word with its tsquery: [{"word", "query"}].
  said jsonb not null,
  exact text not null,
  given text[] not null,
  names text[] not null
);
comment on table private.search_filters is 'A saved search, compiled by the server: root to north and words exclude nearly all ads by index, exact decides, as SQL about a row named entry, with its values in given ($2).';
create index search_filters_root_idx on private.search_filters (root);

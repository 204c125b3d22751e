create table private.category_terms (
  category text not null references public.categories on delete cascade,
  term text not null,
  is_name boolean not null,
  -- Stored because stemming is slower than comparing.
  stems text,
  primary key (category, term)
);
comment on table private.category_terms is 'Names and synonyms of categories in normalised form, with a leading space; for suggestions.';


create table public.prohibited_terms (
  id bigint generated always as identity primary key,
  rule text not null references public.prohibited_rules on delete cascade,
  term text not null check (char_length(term) between 2 and 80),
  severity text not null check (severity in ('block', 'review', 'warn')),
  anywhere boolean not null default false,
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  category text references public.categories,
  not_in text[] not null default '{}',
  regions text[],
  unless text[] not null default '{}',
  stems text not null default '',
  harmless text[] not null default '{}',
  unique (rule, term, severity, language)
);
comment on table public.prohibited_terms is 'Terms of a rule. Compared by stem; a trailing star matches any ending.';
comment on column public.prohibited_terms.anywhere is 'Equally severe in the description. Otherwise a description counts one level less: block becomes review, review becomes warn.';
comment on column public.prohibited_terms.category is 'Only in this category and below; null: everywhere.';
comment on column public.prohibited_terms.not_in is 'Not in these categories and below, where the word means something else: a novel about guns.';
comment on column public.prohibited_terms.regions is 'Only for ads in these countries; null: everywhere.';
comment on column public.prohibited_terms.unless is 'Phrases in which the word is harmless: "toy gun". They apply to all terms of the rule, in all languages.';
comment on column public.prohibited_terms.harmless is 'The same phrases in normalised form.';

alter table public.prohibited_terms enable row level security;
create policy "moderators read the words of the rules" on public.prohibited_terms
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
revoke all on public.prohibited_terms from anon, authenticated;
grant select on public.prohibited_terms to authenticated;

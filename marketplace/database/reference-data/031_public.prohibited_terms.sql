-- The file has stems, because computing them for each new database would take longer than everything else. Administrators edit terms: only new ones
-- are added.
alter table public.prohibited_terms disable trigger stem_prohibited_term;
insert into public.prohibited_terms (rule, severity, anywhere, language, term, category, not_in, regions, unless, stems, harmless)
select rule, severity, anywhere, language, term, category, not_in, regions, unless, stems, harmless from pg_temp.given
on conflict do nothing;
alter table public.prohibited_terms enable trigger stem_prohibited_term;

create or replace function private.stem_sources_of(words text[]) returns setof private.stem_sources
language sql stable
set search_path = ''
begin atomic
  select distinct private.stem_in(language, word), private.stem(word) from unnest(words) as word, unnest('{pt,es,de,fr}'::text[]) as language
  where private.stem_in(language, word) is not null
  order by 1, 2;
end;

create or replace function private.write_help_document() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.document := (
    select string_agg(format('%L:%s', stem, fields), ' ')::tsvector from (
      select stem, string_agg(distinct place || field, ',') as fields
      from (values ('A', 1, new.question), ('B', 2, new.also_asked),
          ('D', 3, (select string_agg(said, ' ') from jsonb_array_elements_text(new.answer || new.points) as said))) as given (field, place, said),
        unnest(private.help_words(new.language, given.said)) as stem
      where stem <> '' group by stem) as word);
  return new;
end
$$;
create or replace trigger write_help_document before insert or update on public.help_articles
  for each row execute function private.write_help_document();

-- Precomputed for queries.
create or replace function private.count_help_words() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from private.help_words_used;
  insert into private.help_words_used (language, word, uses)
  select spoken.language, entry.word, max(entry.uses)
  from (select distinct known.language from public.help_articles known) as spoken,
    format('select document from public.help_articles where language = %L', spoken.language) as documents,
    lateral (
      select word, ndoc::float8 as uses from ts_stat(documents, 'ab')
      -- Words of the text are known but nearly as rare.
      union all select word, ndoc / 3.0 from ts_stat(documents, 'd')) as entry
  group by spoken.language, entry.word;
  return null;
end
$$;
create or replace trigger count_help_words after insert or update or delete on public.help_articles
  for each statement execute function private.count_help_words();

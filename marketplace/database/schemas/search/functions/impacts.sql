-- How well an ad stands whatever is searched for, in slots of 45 minutes: its publication, a level of quality three days later, a reservation a
-- week earlier (about what they weigh in the score). It never has to be written anew as time passes.
create or replace function private.standing_slot(published_at timestamptz, quality smallint, state text) returns integer
language sql immutable
set search_path = ''
return floor(extract(epoch from published_at)::float8 / 2700)::integer + 96 * quality - case when state = 'reserved' then 224 else 0 end;

-- A step of four hundredths of what the score makes of a word that is worth so much where it stands (see text_score_sql()); 0 is the best.
create or replace function private.impact_level(worth float8) returns integer
language sql immutable
set search_path = ''
return greatest(0, floor(-25 * ln(worth / (4 + worth))))::integer;

-- i:<level>:<lexeme> for each form of a word that says something about the ad: of titles and labels all, of a description what it says
-- twice, or what a short one says.
create or replace function private.impact_marks(document tsvector, title_length smallint, label_length smallint, synonym_length smallint, text_length smallint)
returns text[]
language sql immutable
set search_path = ''
begin atomic
  with worth as (
    select 5 / (0.7::float8 + 0.0375::float8 * title_length) as title, 3 / (0.7::float8 + 0.0375::float8 * label_length) as label,
      0.5::float8 / (0.25::float8 + 0.01875::float8 * synonym_length) as synonym, 1 / (0.25::float8 + 0.0375::float8 * text_length) as text
  ),
  said as (
    select found.lexeme, (
      select private.impact_level(sum(case weight when 'A' then worth.title when 'B' then worth.label when 'C' then worth.synonym else worth.text end))
      from unnest(found.weights) as weight) as level
    from worth, unnest(document) as found where found.weights is not null
  )
  select array(select 'i:' || said.level || ':' || said.lexeme from said where said.level <= 40 order by said.lexeme);
end;

create or replace function private.renewed_document(entry public.listing_search) returns tsvector
language sql immutable
set search_path = ''
return ts_delete(entry.document, array(select lexeme from unnest(entry.document) where lexeme ~ '^[ip]:'))
  || array_to_tsvector(private.search_marks(entry.listing_id, entry.published_at, entry.quality, entry.state, entry.title_length)
    || private.impact_marks(entry.document, entry.title_length, entry.label_length, entry.synonym_length, entry.text_length));

-- The next so many ads; how many that were, 0 when none is left. Rather than wait for somebody who is changing one of them it does nothing and is called again.
create or replace function private.renew_search(batch integer) returns integer
language plpgsql
set search_path = ''
set lock_timeout = '100ms'
as $$
declare
  from_id uuid;
  up_to uuid;
  renewed integer;
begin
  select coalesce(renewal.done_up_to, '00000000-0000-0000-0000-000000000000') into from_id
  from private.search_renewal renewal where not renewal.is_done for update;
  if not found then
    return 0;
  end if;
  with next as (
    select entry.listing_id from public.listing_search entry where entry.listing_id > from_id order by entry.listing_id limit batch
  ),
  written as (
    update public.listing_search entry set document = private.renewed_document(entry) from next where entry.listing_id = next.listing_id
    returning entry.listing_id
  )
  select count(*), (select next.listing_id from next order by next.listing_id desc limit 1) into renewed, up_to from written;
  update private.search_renewal set done_up_to = coalesce(up_to, done_up_to), is_done = up_to is null;
  if up_to is null then
    perform private.count_common_words();
    return 0;
  end if;
  return greatest(1, renewed);
exception when lock_not_available then
  return 1;
end
$$;
comment on function private.renew_search(integer) is 'Writes the next ads of an upgraded market into the search index anew; returns 0 when none is left. For a job.';
grant execute on function private.renew_search(integer) to service_role;

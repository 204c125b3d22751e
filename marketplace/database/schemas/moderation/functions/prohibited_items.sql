-- Normalises words: look-alike letters, digits for letters, spaced letters.
create or replace function private.rule_words(said text, stemmed boolean default true) returns text
language plpgsql stable set search_path = '' as $$
declare
  plain text := lower(private.readable(said));
  words text[];
  word text;
  spelled text := '';
  kept text[] := '{}';
begin
  plain := translate(plain, 'аверкнмостухіјѕαεικνορτυχ', 'abepkhmoctyxijsaeiknoptux');
  plain := regexp_replace(plain, '(?<=[a-z])[@](?=[a-z])', 'a', 'g');
  plain := regexp_replace(plain, '(?<=[a-z])[$](?=[a-z])', 's', 'g');
  words := private.search_words(plain);
  foreach word in array words || ''::text loop
    if char_length(word) = 1 and word ~ '[a-z]' then
      spelled := spelled || word;
      continue;
    end if;
    -- "c o c a i n e", but not the "s" and "m" of sizes.
    if char_length(spelled) >= 4 then
      kept := kept || spelled;
    elsif spelled <> '' then
      kept := kept || string_to_array(spelled, null);
    end if;
    spelled := '';
    kept := kept || word;
    -- Also with digits read as letters: "c0ca1ne".
    if word ~ '^[a-z]+[013457]+[a-z0-9]*$' and word ~ '[a-z].*[a-z]' then
      kept := kept || translate(word, '013457', 'oieast');
    end if;
  end loop;
  return ' ' || coalesce((select string_agg(case when stemmed then private.stem(each) else each end, ' ' order by place)
    from unnest(kept) with ordinality as listed (each, place) where each <> ''), '') || ' ';
end
$$;
comment on function private.rule_words(text, boolean) is 'The words or stems of a text for comparing with rules, with a space on either side.';

-- The text to search: stems and, for wildcard terms, whole words.
create or replace function private.rule_text(said text) returns text
language sql stable set search_path = ''
return private.rule_words(said, true) || '|' || private.rule_words(said, false);

create or replace function private.stem_prohibited_term() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.stems := case when new.term like '%*'
    -- Wildcard terms match prefixes.
    then ' ' || array_to_string(private.search_words(new.term), ' ') else private.rule_words(new.term) end;
  new.unless := array(select btrim(phrase) from unnest(new.unless) as phrase where btrim(phrase) <> '');
  new.harmless := array(
    select private.rule_words(phrase, stemmed) from unnest(new.unless) as phrase, (values (true), (false)) as forms (stemmed));
  perform private.refuse_if(btrim(new.stems) = '', 'SK628', 'bad_term');
  return new;
end
$$;
create or replace trigger stem_prohibited_term before insert or update on public.prohibited_terms
  for each row execute function private.stem_prohibited_term();

-- Removes a rule's harmless phrases.
create or replace function private.without_harmless(said text, of_rule text) returns text
language plpgsql stable set search_path = '' as $$
declare
  phrase text;
begin
  for phrase in
    select distinct each from public.prohibited_terms known, unnest(known.harmless) as each
    where known.rule = of_rule and position(each in said) > 0
  loop
    said := replace(said, phrase, ' · ');
  end loop;
  return said;
end
$$;

-- The most severe match of each rule. Security definer: terms are closed, to prevent evasion.
create or replace function private.prohibited_hits(title text, description text, category text, country text)
returns table (rule text, severity text, term text)
language plpgsql stable security definer set search_path = '' as $$
declare
  in_title constant text := private.rule_text(title);
  in_text constant text := private.rule_text(description);
  number constant integer := (select filed.ord_from from public.categories filed where filed.slug = prohibited_hits.category);
begin
  return query
  with near as materialized (
    select known.*
    from public.prohibited_terms known
    join public.prohibited_rules described on described.rule = known.rule and described.active
    where (position(known.stems in in_title) > 0 or position(known.stems in in_text) > 0)
      and (known.regions is null or prohibited_hits.country = any(known.regions))
      and (known.category is null or exists (
        select from public.categories above where above.slug = known.category and number between above.ord_from and above.ord_to))
      and not exists (
        select from public.categories above where above.slug = any(known.not_in) and number between above.ord_from and above.ord_to)
  ),
  -- Matches again without harmless phrases.
  clean as materialized (
    select found_rules.rule, private.without_harmless(in_title, found_rules.rule) as title, private.without_harmless(in_text, found_rules.rule) as said
    from (select distinct near.rule from near) as found_rules
  ),
  judged as (
    select near.rule, near.term, near.severity, near.anywhere,
      position(near.stems in clean.title) > 0 as is_title, position(near.stems in clean.said) > 0 as is_text
    from near join clean on clean.rule = near.rule
  ),
  weighed as (
    select judged.rule, judged.term, case
        when judged.is_title or judged.anywhere then judged.severity
        when judged.severity = 'block' then 'review' else 'warn' end as severity
    from judged where judged.is_title or judged.is_text
  )
  select distinct on (weighed.rule) weighed.rule, weighed.severity, weighed.term
  from weighed
  order by weighed.rule, array_position('{block,review,warn}', weighed.severity),
    -- Prefers the literal word over the same stem.
    position(rtrim(weighed.term, '*') in lower(concat_ws(' ', prohibited_hits.title, prohibited_hits.description))) = 0,
    char_length(weighed.term) desc, weighed.term;
end
$$;

-- Text is checked before photos.
create or replace function private.grounds_of(ad public.listings) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(grounds.rule order by grounds.rule), '{}') from (
    select 'prohibited:' || hits.rule as rule from private.prohibited_hits(ad.title, ad.description, ad.category, ad.country) as hits
      where hits.severity = 'review'
    union
    select replace(photos.rule, 'photo_waiting:', 'photo_unread:') from private.photo_grounds(ad) as photos) as grounds
  where grounds.rule <> all (ad.cleared_rules)
$$;

-- Refuses prohibited items; returns rule and reason for those to review.
create or replace function private.judge(ad public.listings, out rule text, out reason jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  hit record;
begin
  for hit in
    select hits.rule, hits.severity, rtrim(hits.term, '*') as term, described.name, described.explanation
    from private.prohibited_hits(ad.title, ad.description, ad.category, ad.country) as hits
    join public.prohibited_rules described on described.rule = hits.rule
    where hits.severity <> 'warn'
    order by hits.severity, described.sort
  loop
    perform private.refuse_if(hit.severity = 'block',
      'SK177', 'prohibited',
      jsonb_build_object('term', hit.term, 'rule', hit.name, 'explanation', hit.explanation, 'ground', 'prohibited:' || hit.rule));
    if not 'prohibited:' || hit.rule = any(ad.cleared_rules) then
      rule := 'prohibited:' || hit.rule;
      reason := private.problem('SK187', 'held_by_rule', jsonb_build_object('rule', hit.name, 'explanation', hit.explanation));
      return;
    end if;
  end loop;
  select * into rule, reason from private.photo_ground(ad);
end
$$;
comment on function private.judge(public.listings) is 'Why this ad needs a review before it is shown: rule and reason, or null. Raises for blocked items.';
grant execute on function private.judge(listings) to authenticated, service_role;

create or replace function public.check_ad(title text, description text default '', category text default null, country text default 'PT') returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('rule', hits.rule, 'severity', hits.severity, 'term', rtrim(hits.term, '*'), 'name', described.name,
    'explanation', described.explanation) order by array_position('{block,review,warn}', hits.severity), described.sort), '[]')
  from private.prohibited_hits(left(check_ad.title, 200), left(check_ad.description, 6000), check_ad.category, check_ad.country) as hits
  join public.prohibited_rules described on described.rule = hits.rule
$$;
comment on function public.check_ad(text, text, text, text) is 'The rules that this text would match: [{rule, severity: block, review or warn, term, name, explanation}]. For the form, while typing.';
grant execute on function public.check_ad(text, text, text, text) to anon, authenticated;

-- Terms are edited at run time.
create or replace function public.save_prohibited_term(rule text, term text, severity text, language text default 'en', anywhere boolean default false,
  unless text[] default '{}', not_in text[] default '{}', category text default null, regions text[] default null)
returns public.prohibited_terms
language plpgsql security definer set search_path = '' as $$
declare
  was public.prohibited_terms;
  made public.prohibited_terms;
begin
  perform private.require_role('admin');
  select * into was from public.prohibited_terms known
    where known.rule = save_prohibited_term.rule and known.term = save_prohibited_term.term and known.language = save_prohibited_term.language;
  delete from public.prohibited_terms known where known.id = was.id;
  insert into public.prohibited_terms (rule, term, severity, language, anywhere, unless, not_in, category, regions)
  values (save_prohibited_term.rule, save_prohibited_term.term, save_prohibited_term.severity, save_prohibited_term.language,
    coalesce(save_prohibited_term.anywhere, false), coalesce(save_prohibited_term.unless, '{}'), coalesce(save_prohibited_term.not_in, '{}'),
    save_prohibited_term.category, save_prohibited_term.regions)
  returning * into made;
  perform private.audit('prohibited_term.save', made.rule || '/' || made.term, case when was.id is not null then to_jsonb(was) end, to_jsonb(made));
  return made;
end
$$;
comment on function public.save_prohibited_term(text, text, text, text, boolean, text[], text[], text, text[]) is 'Adds a term to a rule, or replaces it. For administrators.';
grant execute on function public.save_prohibited_term(text, text, text, text, boolean, text[], text[], text, text[]) to authenticated;

create or replace function public.remove_prohibited_term(term_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.prohibited_terms;
begin
  perform private.require_role('admin');
  delete from public.prohibited_terms known where known.id = term_id returning * into was;
  if found then
    perform private.audit('prohibited_term.remove', was.rule || '/' || was.term, to_jsonb(was), null);
  end if;
end
$$;
comment on function public.remove_prohibited_term(bigint) is 'Removes a term from a rule. For administrators.';
grant execute on function public.remove_prohibited_term(bigint) to authenticated;

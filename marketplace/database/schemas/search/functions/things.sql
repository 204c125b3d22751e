-- The item of an ad, as h:<thing> in the index: items named by the words of its title. Searches are matched with the same names (reading.sql) and
-- interpreted by the server (marketplace/search).

-- What the first part of a German compound may be by itself: "Eichen-" is Eiche, "Woll-" is Wolle.
create or replace function private.unjoined(part text) returns text[]
language sql immutable set search_path = ''
return array[part, regexp_replace(part, '(s|n|e)$', ''), regexp_replace(part, '(en|er)$', ''), part || 'e'];

-- Splits German compounds that are no known item: "Damenuhr" is "damen uhr", where the last part names the item and the first describes it.
create or replace function private.split_compounds(said text[]) returns text[]
language sql stable set search_path = ''
return array(
  select part
  from unnest(said) with ordinality as found (word, place)
  left join lateral (
    select cut, quality.phrase from generate_series(3, char_length(found.word) - 3) as cut
    join private.thing_words quality on quality.phrase = any(private.unjoined(left(found.word, cut))) and quality.language = 'de' and quality.thing like 'q-%'
    where found.word ~ '^[a-z]{7,}$' and not exists (select from private.thing_words known where known.phrase = found.word)
      and exists (select from private.thing_words thing where thing.phrase = substr(found.word, cut + 1) and thing.language = 'de' and thing.thing !~ '^(q|want|person)-')
    order by cut, quality.phrase <> left(found.word, cut), quality.phrase limit 1) as compound on true
  cross join lateral unnest(case when cut is null then array[found.word] else array[compound.phrase, substr(found.word, cut + 1)] end) with ordinality as parts (part, number)
  order by place, number);

-- All names of things in these words, of up to `most` words, wherever they stand. "sun glasses" is also written as one word, and in "iphone 8 case"
-- (`parted`) a number stands within the name. Determiners within are ignored: "dry my hair" is "dry hair".
create or replace function private.names_in(said text[], most integer) returns table (first integer, last integer, things text[], languages text[], parted boolean)
language sql stable set search_path = '' as $$
  select span.first, span.last, array_agg(distinct known.thing), array_agg(distinct known.language), bool_and(span.length > 2 and known.phrase <> span.phrase)
  from (
    select at as first, at + length - 1 as last, length, array_to_string(said[at:at + length - 1], ' ') as phrase
    from generate_series(1, cardinality(said)) as at, generate_series(1, most) as length where at + length - 1 <= cardinality(said)) as span
  join private.thing_words known on known.phrase in (span.phrase, case when span.length = 2 then replace(span.phrase, ' ', '') end,
    case when span.length > 2 then array_to_string(array(select word from unnest(said[span.first:span.last]) with ordinality as found (word, place)
      where place = 1 or not private.is_determiner(word) order by place), ' ') end,
    case when span.phrase ~ '^[a-z].* [0-9]+ .*[a-z]$' then regexp_replace(span.phrase, '( [0-9]+)+(?= )', '', 'g') end)
  group by span.first, span.last
$$;

-- Items and qualities named one after another, longest names first: "table lamp" does not name a table.
create or replace function private.named_things(said text[]) returns table (first integer, last integer, things text[])
language plpgsql stable set search_path = '' as $$
declare
  up_to integer := 0;
begin
  for first, last, things in
    select found.first, found.last, array(select thing from unnest(found.things) as thing where thing !~ '^(want|person)-')
    from private.names_in(said, 4) as found order by found.first, found.last desc
  loop
    if first > up_to and cardinality(things) > 0 then
      up_to := last;
      return next;
    end if;
  end loop;
end
$$;

-- What an ad is: what its title names of what its category holds; if nothing, what the title names first of all and what the description
-- names of the category, or what the category mainly holds. With everything wider, and with a question mark where nobody has said what the
-- category holds: then its words are believed. `said` and `told`: the words of title and description; `model`: an attribute ("MacBook Pro").
create or replace function private.things_of(said text[], told text[], model text, category text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  held text[] := array(select known.thing from private.things known where known.categories @> array[category]);
  named jsonb := (select coalesce(jsonb_agg(name), '[]') from private.named_things(said) as name);
  own text[] := array(select thing from jsonb_to_recordset(named) as each (things text[]), unnest(each.things) as thing where thing = any(held));
  -- Where something else begins, outside of names.
  others integer[];
begin
  if cardinality(own) = 0 then
    own := array(select thing from private.named_things(told[1:120]) as each, unnest(each.things) as thing where thing = any(held));
    if cardinality(own) = 0 then
      own := array(select known.thing from private.things known where known.thing = any(held) and not known.wider && held);
      own := case when cardinality(own) <= 3 then own else '{}' end;
    end if;
    -- "case for a phone" names the case, "phone case cover" the cover.
    own := own || coalesce((
      select each.things from jsonb_to_recordset(named) as each (first integer, things text[])
      where each.things[1] not like 'q-%' and each.first <= coalesce((
        select min(place) from unnest(said) with ordinality as found (word, place) where place > 1 and word = any(
          '{with,for,of,in,on,to,w,and,incl,plus,com,para,de,da,do,em,e,con,en,y,mit,fur,und,von,avec,pour,des,du,a,et,sans,sin,sem,ohne,without}'::text[])), 1000)
      order by each.first desc limit 1), '{}');
  end if;
  -- "A trowel and two pots" are pots, too; "a sofa with cushions and legs of oak" is a sofa.
  if said && '{and,e,y,und,et,plus}'::text[] then
    others := array(
      select place from unnest(said) with ordinality as before (word, place)
      where word = any('{with,for,of,in,on,to,w,incl,com,para,de,da,do,em,con,en,mit,fur,von,avec,pour,des,du,a,sans,sin,sem,ohne,without,or,ou,o,oder}'::text[])
        and not exists (select from jsonb_to_recordset(named) as other (first integer, last integer) where before.place between other.first and other.last));
    own := own || array(
      select thing from jsonb_to_recordset(named) as each (first integer, things text[]), unnest(each.things) as thing
      -- Not the pink of "grey and pink", which is a rose in another language.
      where not each.things::text ~ '[{,]q-' and said[each.first - 2:each.first - 1] && '{and,e,y,und,et,plus}'::text[]
        and not exists (select from unnest(others) as place where place < each.first));
  end if;
  if model <> '' then
    own := own || array(
      select thing from private.named_things(private.search_words(model)) as each, unnest(each.things) as thing where thing = any(held));
  end if;
  return case when cardinality(held) = 0 then array['?'] else '{}' end || array(
    select known.thing from private.things known where known.thing = any(own)
    union
    select above from private.things known, unnest(known.wider) as above where known.thing = any(own));
end
$$;

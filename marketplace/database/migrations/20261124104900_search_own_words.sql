-- What a category is called by is nobody's typing error, also where no ad has it: "telly" found a toy that tells stories while no television was on
-- offer. And what was typed as one word of letters and a number is looked for as two where no ad has it in one: "iphone8", "eu38".

create function private.is_category_word(word text) returns boolean
language sql stable
set search_path = ''
return exists (select from private.category_terms known where strpos(known.term || ' ', ' ' || word || ' ') > 0);

-- Words that find nothing, as they were meant. Where all words find nothing `together`, also words that find something else only by
-- their stem ("smoothe").
create or replace function private.correct_words(together boolean, inout words text[], inout corrections jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  better text;
  beside tsquery;
  is_last boolean;
begin
  for place in 1 .. cardinality(words) loop
    is_last := place = cardinality(words);
    continue when private.edits_allowed(words[place]) = 0 or case when together then private.is_known_word(words[place], is_last)
      else private.finds_something(private.word_in_full(words[place], is_last)) or private.split_word(words[place]) is not null end
      or private.is_category_word(words[place]);
    beside := private.words_beside(words, place);
    better := private.corrected_word(words[place], beside);
    continue when better is null or together and not private.finds_something(private.word_in_full(better, false) && beside);
    corrections := corrections || jsonb_build_object('from', words[place], 'to', better);
    words[place] := better;
  end loop;
end
$$;

-- Conditions by the columns with few values. Of several choices those that there are count, and that others were ignored is said.
create or replace function private.choice_conditions(params jsonb, inout conditions jsonb, inout ignored text[])
language plpgsql stable
set search_path = ''
as $$
declare
  column_of record;
  chosen text[];
  given text[];
begin
  for column_of in select * from (values
    ('type', '{sell,wanted,free,swap}'::text[]), ('condition', '{new,like_new,good,fair,for_parts}'),
    ('delivery', '{pickup,ship,both}'), ('seller_type', '{private,business}')) as known (name, choices)
  loop
    continue when params -> column_of.name is null;
    given := private.choice_param(params, column_of.name, null);
    chosen := private.choice_param(params, column_of.name, column_of.choices);
    if chosen is not null and column_of.name = 'delivery' then
      -- Who picks up takes "both" as well, who wants it sent too.
      conditions := conditions || jsonb_build_object('delivery', case when 'both' = any(chosen) and cardinality(chosen) = 1
        then private.condition('entry.delivery = ''both''', '''v:delivery:pickup'' & ''v:delivery:ship''', true)
        else private.condition(format('entry.delivery = any(%L::text[])', array_append(chosen, 'both')), private.any_mark('v:delivery:', array_remove(chosen, 'both')), true) end);
    elsif chosen is not null then
      conditions := conditions || jsonb_build_object(column_of.name, private.condition(
        format('entry.%I = any(%L::text[])', column_of.name, chosen), private.any_mark('v:' || column_of.name || ':', chosen), true));
    end if;
    if chosen is null and params -> column_of.name not in ('""', '[]') or given <> chosen then
      ignored := ignored || column_of.name;
    end if;
  end loop;
  if params ->> 'with_photo' = 'true' then
    conditions := conditions || jsonb_build_object('with_photo', private.condition('entry.has_photo', '''v:photo''', true));
  end if;
end
$$;

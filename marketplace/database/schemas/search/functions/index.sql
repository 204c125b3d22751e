create or replace function private.weighted_words(input text, weight text, first_position integer, language text) returns text
language sql stable
set search_path = ''
return (
  select string_agg(format('''%s'':%s%s', lexeme, least(first_position + place, 16000), weight), ' ')
  from unnest(private.search_words(input)) with ordinality as found (word, place),
    lateral (
      select word as lexeme union select private.stem(word) union select private.stem_in(weighted_words.language, word)
      -- Who types "128" means "128 GB" as well.
      union select substring(word from '^(\d+)[a-z]+$') from private.units measured where measured.word = substring(word from '^\d+([a-z]+)$')) as forms
  where lexeme is not null
);
comment on function private.weighted_words(text, text, integer, text) is 'The words and their stems as tsvector input; each section starts at a position of its own.';

-- What the attributes of an ad say in words: labels for B, their synonyms for C; all for C where nobody can filter by them.
create or replace function private.attribute_words(given jsonb, definitions jsonb, out said text, out synonyms text)
language sql stable
set search_path = ''
begin atomic
  select string_agg(worded.label, ' ') filter (where worded.is_filter),
    concat_ws(' ', string_agg(worded.label, ' ') filter (where not worded.is_filter),
      string_agg((select string_agg(synonym, ' ') from jsonb_array_elements_text(choice -> 'synonyms') as alike (synonym)), ' '),
      string_agg((select string_agg(value, ' ') from jsonb_each_text(choice -> 'labels')), ' '))
  from jsonb_array_elements(definitions) as defined (definition)
  cross join lateral (select given ->> (definition ->> 'key') as answer) as entered
  left join lateral (
    select option as choice from jsonb_array_elements(definition -> 'options') as offered (option)
    where option ->> 'id' = entered.answer limit 1) as chosen on true
  cross join lateral (
    select coalesce(definition ->> 'filterable', 'true') = 'true' as is_filter, case definition ->> 'type'
      when 'enum' then choice ->> 'label'
      when 'bool' then case when entered.answer = 'true' then definition -> 'label' ->> 'en' end
      else concat_ws(' ', entered.answer, definition ->> 'unit') end as label) as worded
  where entered.answer is not null;
end;

-- Ads in the order in which they would stand if all fitted equally well, as days: a level of quality is worth three days, a
-- word more in the title costs two, a reservation a week (about what they weigh in the score). It never has to be written anew as
-- time passes.
create or replace function private.standing_day(published_at timestamptz, quality smallint, state text, title_length smallint) returns integer
language sql immutable
set search_path = ''
return floor(extract(epoch from published_at) / 86400)::integer + 3 * quality - case when state = 'reserved' then 7 else 0 end
  - 2 * least(12, title_length);

-- p:<scale>:<block>: the block of 2^scale slots that the ad lies in, beside the marks that were there before.
create or replace function private.search_marks(listing_id uuid, published_at timestamptz, quality smallint, state text, title_length smallint)
returns text[]
language sql immutable
set search_path = ''
begin atomic
  select array(
    select format('d:%s:%s', scale, private.standing_day(published_at, quality, state, title_length) >> scale) from unnest('{0,1,3,5}'::integer[]) as scale
    union all
    select format('p:%s:%s', scale, private.standing_slot(published_at, quality, state) >> scale) from unnest('{0,2,5,7,10}'::integer[]) as scale
    union all
    select 'b:' || halvings from generate_series(1, 10) as halvings
    where uuid_hash_extended(listing_id, 0) & ((1 << halvings) - 1) = 0);
end;

-- The best 2^scale to 2^(scale + 1) days: the block that is now and the one before. What has quality stands ahead of its day,
-- what has a title of many words behind: the best is one of three words.
create or replace function private.best_standing(at timestamptz, scale integer) returns tsquery
language sql immutable
set search_path = ''
begin atomic
  select string_agg(format('''d:%s:%s''', scale, (private.standing_day(at, 3::smallint, 'active', 3::smallint) >> scale) - back), '|')::tsquery
  from generate_series(0, 1) as back;
end;

-- v:<column>:<value> of what has few values and no index of its own, and steps of the price: see fact_marks().
create or replace function private.column_marks(type text, condition text, delivery text, seller_type text, has_photo boolean, price_minor integer) returns text[]
language sql immutable
set search_path = ''
return array_remove(array['v:type:' || type, 'v:condition:' || condition, 'v:seller_type:' || seller_type,
  case when delivery in ('pickup', 'both') then 'v:delivery:pickup' end, case when delivery in ('ship', 'both') then 'v:delivery:ship' end,
  case when has_photo then 'v:photo' end, private.number_mark('.price', private.number_step(price_minor))], null);

create or replace function private.sample_of(halvings integer) returns tsquery
language sql immutable
set search_path = ''
return format('''b:%s''', halvings)::tsquery;

-- Words and their stems stand at one place: counting places counts words.
create or replace function private.length_of(document tsvector, weight "char") returns smallint
language sql immutable
set search_path = ''
return (
  select least(32000, count(distinct place))::smallint
  from unnest(ts_filter(document, array[weight])) as found, unnest(found.positions) as place
);

-- Marks of what a text says more than once.
create or replace function private.repeated_words(mark text, input text) returns text[]
language sql stable
set search_path = ''
return array(
  select mark || ':' || private.stem(word) from unnest(private.search_words(input)) as word
  where not private.is_stop_word(word) group by private.stem(word) having count(*) > 1);

create or replace function private.search_document(listing public.listings, category public.categories) returns tsvector
language sql stable
set search_path = ''
begin atomic
  with recursive written as (
    select private.language_of(listing) as language
  ),
  path as (
    select category.slug as slug, category.parent as parent, category.name as name, category.synonyms as synonyms,
      category.synonyms_i18n as i18n
    union all
    select above.slug, above.parent, above.name, above.synonyms, above.synonyms_i18n
    from path join public.categories above on above.slug = path.parent
  ),
  named as (
    select string_agg((select string_agg(each.value, ' ') from jsonb_each_text(path.name) as each), ' ')
        filter (where path.slug = category.slug) as names,
      string_agg(array_to_string(path.synonyms, ' '), ' ') filter (where path.slug = category.slug) as synonyms,
      string_agg((select string_agg(word, ' ') from jsonb_each(path.i18n) as language (key, words),
        jsonb_array_elements_text(words) as word), ' ') filter (where path.slug = category.slug) as foreign_synonyms,
      -- A name of several things ("Audio, TV & photo") says of none that an ad is one.
      string_agg((select string_agg(each.value, ' ') from jsonb_each_text(path.name) as each), ' ')
        filter (where path.slug <> category.slug and path.name ->> 'en' !~ '[,&]') as above
    from path
  )
  select concat_ws(' ',
      private.weighted_words(listing.title, 'A', 0, written.language),
      private.weighted_words(concat_ws(' ', named.names, attribute.said), 'B', 200, written.language),
      private.weighted_words(concat_ws(' ', named.synonyms, named.foreign_synonyms, named.above, attribute.synonyms,
        listing.area, listing.city, case listing.type when 'free' then 'free gratis offert' when 'wanted' then 'wanted' end), 'C', 600, written.language),
      private.weighted_words(listing.description, 'D', 1200, written.language),
      (select string_agg(format('''h:%s'':1A', thing), ' ')
        from unnest(private.things_of(listing.title, listing.description, category.slug)) as thing),
      (select string_agg(format('''h:%s'':1200D', quality), ' ')
        from unnest(private.qualities_of(private.search_words(concat_ws(' ', listing.title, left(listing.description, 1000), attribute.said)))) as quality))::tsvector
    || array_to_tsvector(array(select 'c:' || path.slug from path)
      || array(select distinct 't:' || private.stem(word) from unnest(private.search_words(listing.title)) as word)
      || private.repeated_words('u', listing.title) || private.repeated_words('w', listing.description)
      || array(select 'f:' || word from unnest((private.title_parts(listing.title, '')).made_for) as word)
      || array(select distinct 'k:' || private.stem(word) from unnest(private.search_words(concat_ws(' ', named.names, attribute.said))) as word))
  from written, named, private.attribute_words(listing.attributes, category.attributes) as attribute;
end;

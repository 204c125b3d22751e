-- The conditions of one attribute filter: `marks` finds a little more than fits, by the index; `exact` is SQL for rows named `entry`.
-- Null when the filter means nothing for a field of this type.
create type private.attribute_condition as (marks tsquery, exact text);

create type private.asked_words as (
  -- What is asked for.
  words text[],
  small text[],
  -- All words as typed, and where in them `words` stand.
  said text[],
  places integer[],
  -- Where words name things.
  named integer[]
);

create type private.understood as (
  -- What an ad must have.
  query tsquery,
  words text[],
  -- The last word stands for itself, not for a beginning.
  is_whole boolean,
  -- What the order goes by: [{"met_as": [{"lexeme", "worth"}], "rarity"}], an entry per word.
  terms jsonb,
  corrections jsonb,
  -- What the words name; empty where none of them names a thing that is known.
  things text[],
  -- What an ad must be: one of these things or what would do as well, or else more than a mention of the words.
  being tsquery
);
comment on type private.understood is 'What a person typed, as search takes it.';

create type private.extent as (
  -- Exact up to 1,000.
  total integer,
  is_more boolean,
  -- About how many: exact below 2,000.
  estimate bigint
);

-- The places where all words may stand, the best first, each part of the next: a query, and what the text is worth to the score then, its
-- parts as in field_worths_sql(), as far as can be told without looking at documents. `stresses` are where they are said there twice.
create type private.grade as (place integer, marks tsquery, worth text, stresses tsquery[], stress_worth text);

create type private.band as (
  -- Where all words are said well enough.
  marks tsquery,
  -- Whether each word is asked for by its marks.
  is_whole boolean,
  -- The level that stands for it.
  level integer,
  -- Which part of all ads with the words that is at most, and if words had nothing to do with one another; null where no word is common.
  share float8
);

-- How many ads have a value, or have the facts {key: value} (those of all attributes).
create type private.facet_count as (facet text, value text, facts jsonb, ads bigint);

-- How many ads have a value of an attribute.
create type private.attribute_count as (key text, value jsonb, ads bigint);

-- An attribute that facets are shown for; `step` between numbers, null where it has none.
create type private.shown_attribute as (key text, place bigint, type text, is_main boolean, unit text, label jsonb, step numeric);

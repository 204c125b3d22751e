-- What a person typed, word by word.
create type private.asked_words as (
  -- What is asked for.
  words text[],
  -- Too short to be asked for; they count for the order ("T-shirt M").
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
  being tsquery,
  -- The words in their own forms alone, and one after another.
  whole tsquery,
  phrase tsquery,
  -- Marks of ads for a part of it; null where a part is what is asked for.
  made_for tsquery
);
comment on type private.understood is 'What a person typed, as search takes it.';

-- How many ads have a value, or have the facts {key: value} (those of all attributes).
create type private.facet_count as (facet text, value text, facts jsonb, ads bigint);

-- The meaning of a message in any disguise: letters and digits normalised, addresses and numbers found, words mapped to signals. Rules
-- (scam_judgement) use signals only.

create table public.scam_words (
  phrase text primary key check (phrase ~ '^[a-z0-9]+( [a-z0-9]+){0,5}[*]?$'),
  signals text[] not null check (cardinality(signals) > 0),
  -- Indexed by its first two words (by the first if the second has the wildcard) or, if it is one word with a wildcard, by its first three letters.
  key text not null generated always as (case
    when phrase ~ '^[^ ]*[*]$' then left(phrase, 3) || '*'
    else regexp_replace(phrase, '^([^ ]+( [^ *]+(?= |$))?).*$', '\1') end) stored,
  stem text not null generated always as (rtrim(phrase, '*')) stored,
  open_end boolean not null generated always as (phrase like '%*') stored,
  further_words integer not null generated always as (char_length(phrase) - char_length(replace(phrase, ' ', ''))) stored
);
comment on table public.scam_words is 'Words and phrases with their signals. Plain letters; a trailing star matches any ending.';
create index scam_words_key_idx on public.scam_words (key);

-- Closed: rules, words and sites would tell scammers what to avoid.
alter table public.scam_words enable row level security;
revoke all on public.scam_words from anon, authenticated;

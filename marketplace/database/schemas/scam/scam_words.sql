-- What a message says, whatever it is dressed in: letters and digits made plain, addresses and numbers found, words looked up as
-- signals. The rules (scam_judgement) speak of signals only.

create table public.scam_words (
  phrase text primary key check (phrase ~ '^[a-z0-9]+( [a-z0-9]+){0,5}[*]?$'),
  signals text[] not null check (cardinality(signals) > 0),
  -- Found by its first word, or where that may end in any way, by its first three letters.
  key text not null generated always as (
    case when phrase ~ '^[^ ]*[*]$' then left(phrase, 3) || '*' else split_part(phrase, ' ', 1) end) stored,
  stem text not null generated always as (rtrim(phrase, '*')) stored,
  open_end boolean not null generated always as (phrase like '%*') stored,
  further_words integer not null generated always as (char_length(phrase) - char_length(replace(phrase, ' ', ''))) stored
);
comment on table public.scam_words is 'What words and phrases say. Plain letters; a star at the end stands for any ending.';
create index scam_words_key_idx on public.scam_words (key);

-- Rules, words and sites by which messages are suspected would tell a fraudster what to avoid.
alter table public.scam_words enable row level security;
revoke all on public.scam_words from anon, authenticated;

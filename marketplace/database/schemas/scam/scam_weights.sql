-- A second opinion, learned from examples by scripts/train-guard.ts: logistic regression over words, pairs, stems and signals.

create table private.scam_weights (
  feature text primary key,
  weight real not null
);
comment on table private.scam_weights is 'Log odds that a message is dishonest, by feature: word, "two words", stem*, :signal. The feature * is the constant.';
alter table private.scam_weights enable row level security;

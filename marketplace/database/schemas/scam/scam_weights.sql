-- A second classifier, trained on examples by scripts/train-guard.ts: logistic regression over words, bigrams, stems and signals.

create table private.scam_weights (
  feature text primary key,
  weight real not null
);
comment on table private.scam_weights is 'Log odds that a message is a scam, by feature: word, "two words", stem*, :signal. The feature * is the intercept.';
alter table private.scam_weights enable row level security;

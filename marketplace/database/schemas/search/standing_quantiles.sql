create table private.standing_quantiles (
  place integer primary key,
  slot integer not null
);
comment on table private.standing_quantiles is 'From which standing_slot() on a share of 2^(-place/4) of all ads stands: counted together with common words.';


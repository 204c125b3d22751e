-- How many ads one account has on offer at a time. Numbers are data, by level of trust as in public.rate_limits.

create table private.listing_quotas (
  level smallint primary key check (level between 0 and 3),
  most integer not null check (most > 0)
);
comment on table private.listing_quotas is 'The most ads on offer at a time; the row with the highest level that an account has reached counts.';


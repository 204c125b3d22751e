-- Maximum number of live ads per account, by trust level as in public.rate_limits.

create table private.listing_quotas (
  level smallint primary key check (level between 0 and 3),
  most integer not null check (most > 0)
);
comment on table private.listing_quotas is 'Maximum number of live ads; the row with the highest level that the account has reached applies.';


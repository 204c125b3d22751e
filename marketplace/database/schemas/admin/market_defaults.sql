-- Currency and languages: set by the environment, overridden at run time.

create table private.market_defaults (
  singleton boolean primary key default true check (singleton),
  currency text not null check (currency ~ '^[A-Z]{3}$')
);
comment on table private.market_defaults is 'Settings of the environment that the database needs too; written by each server at startup.';


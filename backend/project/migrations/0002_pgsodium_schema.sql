-- Dumps of hosted projects install pgsodium into a schema of this name, which is there before them.
create schema if not exists pgsodium;

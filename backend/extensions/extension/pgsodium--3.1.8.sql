-- Older dumps name this extension. Its functions are missing; vault does not need them.
create schema if not exists pgsodium_masks;

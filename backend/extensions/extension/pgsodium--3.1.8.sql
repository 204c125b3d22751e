-- Older dumps name this extension. Its functions are missing, and say so by their names; vault needs none of them.
create schema if not exists pgsodium_masks;

-- Data dumped by older versions of Supabase's CLI sets it.
create sequence if not exists pgsodium.key_key_id_seq;

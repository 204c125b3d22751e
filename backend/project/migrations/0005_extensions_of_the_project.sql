-- Extensions that a project of Supabase creates itself, in the schema that it wants: qualified names of dumps and the search path of its
-- functions depend on it. A database that already ran migrations of a project may use them where they are.
do $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    drop extension if exists pg_trgm;
    drop extension if exists unaccent;
    drop extension if exists citext;
    drop extension if exists btree_gin;
  end if;
exception when dependent_objects_still_exist then
  raise notice 'extensions of other applications in this database stay where they are';
end
$$;

delete from private.things;
insert into private.things (thing, kind, categories, wider, alike) select thing, kind, categories, wider, alike from pg_temp.given;

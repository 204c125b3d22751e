delete from private.things;
insert into private.things (thing, is_quality, categories, wider, alike) select thing, is_quality, categories, wider, alike from pg_temp.given;

delete from private.thing_words where language = 'en';
insert into private.thing_words (phrase, thing, language, source) select phrase, thing, language, source from pg_temp.given;
-- Nobody is shown a word that no ad has, but typing errors are corrected to it.
insert into private.search_vocabulary (word, is_made)
select distinct phrase, true from pg_temp.given
where phrase ~ '^[a-z]{3,24}$' and thing !~ '^(want|person)-' and not exists (select from private.search_vocabulary known where known.word = phrase);
update private.search_renewal set is_done = false, done_up_to = null where exists (select from private.listing_search);

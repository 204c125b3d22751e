delete from private.thing_words where language = 'es';
insert into private.thing_words (phrase, thing, language, source) select phrase, thing, language, source from pg_temp.given;
delete from private.wish_stems where language = 'es';
insert into private.wish_stems (stems, thing, language)
select distinct stems, thing, language from pg_temp.given cross join lateral private.phrase_stems(phrase, language) as stems
where thing ~ '^(want|person)-' and stems is not null;
-- Used for corrections; suggestions only show words that an ad has.
insert into private.search_vocabulary (word, is_made)
select distinct said.word, true from pg_temp.given, string_to_table(phrase, ' ') as said (word)
where said.word ~ '^[a-z]{3,24}$' and thing !~ '^(want|person)-' and not exists (select from private.search_vocabulary known where known.word = said.word);
update private.search_renewal set is_done = false, done_up_to = null where exists (select from private.listing_search);

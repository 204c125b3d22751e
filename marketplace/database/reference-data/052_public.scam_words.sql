delete from public.scam_words;
insert into public.scam_words (phrase, signals) select phrase, signals from pg_temp.given;

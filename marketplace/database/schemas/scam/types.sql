create type private.reading as (words text[], found text[], hosts text[]);
comment on type private.reading is 'Words in plain letters; what else was found (mail, handle, link, trusted_link, phone, digits); hosts of links.';

create type private.judgement as (action text, score integer, pattern text, rules jsonb, hosts text[]);
comment on type private.judgement is 'What is done with a message, and why: rules are [{id, version, pattern, weight}], the gravest first.';

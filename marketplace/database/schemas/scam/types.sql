create type private.reading as (words text[], found text[], hosts text[]);
comment on type private.reading is 'Words in plain letters; other findings (mail, handle, link, trusted_link, phone, digits); hosts of links.';

create type private.judgement as (action text, score integer, pattern text, rules jsonb, hosts text[]);
comment on type private.judgement is 'The action for a message, with reasons: rules are [{id, version, pattern, weight}], most severe first.';

-- Number of ads with a value, or with the facts {key: value} (those of all attributes).
create type private.facet_count as (facet text, value text, facts jsonb, ads bigint);

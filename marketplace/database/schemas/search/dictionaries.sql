-- Without stop words: those are dropped from queries, not from ads, and only when something else is left.
create text search dictionary private.english_stemmer (template = pg_catalog.snowball, language = english);

-- Stems of the language that an ad is written in, marked with it: "pt:mes" of "mesas" is not the French "mes".
create text search dictionary private.portuguese_stemmer (template = pg_catalog.snowball, language = portuguese);

create text search dictionary private.spanish_stemmer (template = pg_catalog.snowball, language = spanish);

create text search dictionary private.german_stemmer (template = pg_catalog.snowball, language = german);

create text search dictionary private.french_stemmer (template = pg_catalog.snowball, language = french);

-- Without stop words, which are dropped from queries only, and only if other words are left.
create text search dictionary private.english_stemmer (template = pg_catalog.snowball, language = english);

-- Stems of the ad's language, with a prefix: "pt:mes" of "mesas" differs from the French "mes".
create text search dictionary private.portuguese_stemmer (template = pg_catalog.snowball, language = portuguese);

create text search dictionary private.spanish_stemmer (template = pg_catalog.snowball, language = spanish);

create text search dictionary private.german_stemmer (template = pg_catalog.snowball, language = german);

create text search dictionary private.french_stemmer (template = pg_catalog.snowball, language = french);

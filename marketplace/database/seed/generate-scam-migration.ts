/**
 * Writes the rules, words and known sites of the scam guard into a migration:
 * `node marketplace/database/seed/generate-scam-migration.ts`. What is gone from the source is removed by it as well;
 * a rule that was changed needs a higher version, and the one before it is kept as retired.
 */
import { writeFileSync } from 'node:fs'
import { SCAM_PATTERNS } from '../../contract/scam-patterns.ts'
import { KNOWN_SITES } from './scam/known-sites.ts'
import { phrasesOf } from './scam/phrases.ts'
import { RULES } from './scam/rules.ts'
import { WORDS } from './scam/words.ts'

const target = new URL('../migrations/20261121103020_scam_rule_data.sql', import.meta.url)
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join(',\n')
const words = [...phrasesOf(WORDS)].map(([phrase, signals]) => ({ phrase, signals }))
const sites = Object.entries(KNOWN_SITES).flatMap(([what, domains]) => domains.map((domain) => ({ domain, what })))
const patterns = Object.entries(SCAM_PATTERNS).map(([id, { title, advice }]) => ({ id, title, advice }))

const sql = `-- Generated from contract/scam-patterns.ts and seed/scam by seed/generate-scam-migration.ts: do not edit.

with given as (
  select * from jsonb_to_recordset($patterns$[
${lines(patterns)}
]$patterns$) as pattern (id text, title jsonb, advice jsonb)
)
insert into public.scam_patterns (id, title, advice) select id, title, advice from given
on conflict (id) do update set title = excluded.title, advice = excluded.advice;

with given as (
  select * from jsonb_to_recordset($rules$[
${lines(RULES)}
]$rules$) as rule (id text, version integer, pattern text, signals text, weight integer, action text)
),
retired as (
  update public.scam_rules kept set retired_at = now()
  where kept.retired_at is null and not exists (select from given where given.id = kept.id and given.version = kept.version)
)
insert into public.scam_rules (id, version, pattern, signals, weight, action)
select id, version, pattern, signals::tsquery, weight, action from given
on conflict (id, version) do nothing;

delete from public.scam_words;
insert into public.scam_words (phrase, signals)
select phrase, signals from jsonb_to_recordset($words$[
${lines(words)}
]$words$) as word (phrase text, signals text[]);
analyze public.scam_words;

insert into public.scam_domains (domain, what)
select domain, what from jsonb_to_recordset($sites$[
${lines(sites)}
]$sites$) as site (domain text, what text)
on conflict (domain) do update set what = excluded.what;
`
writeFileSync(target, sql)

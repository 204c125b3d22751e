/**
 * Writes the help articles into a migration: `node marketplace/database/seed/generate-help-migration.ts`. Articles that are gone from
 * the source are removed by it as well.
 */
import { writeFileSync } from 'node:fs'
import { ARTICLES } from '../../contract/help-articles.ts'

const target = new URL('../migrations/20261121097010_help_articles.sql', import.meta.url)
const lines = ARTICLES.map(({ id, topic, question, answer, points = [], doIt = null, alsoAsked = '' }) =>
  JSON.stringify({ id, topic, question, answer, points, action: doIt, also_asked: alsoAsked }),
)
const sql = `-- Generated from contract/help-articles.ts by seed/generate-help-migration.ts: do not edit.

with given as (
  select * from jsonb_to_recordset($articles$[
${lines.join(',\n')}
]$articles$) as article (id text, topic text, question text, answer jsonb, points jsonb, action jsonb, also_asked text)
),
gone as (
  delete from public.help_articles kept where not exists (select from given where given.id = kept.id)
)
insert into public.help_articles (id, topic, question, answer, points, action, also_asked)
select id, topic, question, answer, points, nullif(action, 'null'), also_asked from given
on conflict (id) do update set topic = excluded.topic, question = excluded.question, answer = excluded.answer,
  points = excluded.points, action = excluded.action, also_asked = excluded.also_asked;
`
writeFileSync(target, sql)

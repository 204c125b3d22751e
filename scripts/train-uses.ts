/**
 * Writes reference-data/0146_private.use_words.csv from seed/vocabulary/uses.tsv: `node scripts/train-uses.ts`. A database of its own stems the
 * words as search does. Run it after generate-vocabulary.ts: uses are compared with the names of items.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { loadConfig } from 'souk-backend'
import { createLogger, migrationsOf, startDatabase } from 'souk-backend/testing'

const LANGUAGES = ['en', 'pt', 'es', 'de', 'fr'] as const
const database = join(import.meta.dirname, '../marketplace/database')

/** Added to each count, so that a word seen once says little. */
const SMOOTHING = 1

interface Use {
  readonly thing: string
  readonly language: string
  readonly phrase: string
}

const dataDir = await mkdtemp(join(tmpdir(), 'souk-uses-'))
const config = loadConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error' })
const running = await startDatabase(
  config,
  createLogger(config.logLevel),
  migrationsOf({ migrations: join(database, 'migrations') }),
)
try {
  const rows = await stemsOf(await readUses())
  const csv = Papa.unparse([...rows], { newline: '\n' })
  await writeFile(join(database, 'reference-data/0146_private.use_words.csv'), `${csv}\n`)
} finally {
  await running.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function readUses(): Promise<Use[]> {
  const text = await readFile(join(database, 'seed/vocabulary/uses.tsv'), 'utf8')
  const { data } = Papa.parse<Record<string, string>>(text.trim(), { header: true, delimiter: '\t', quoteChar: '\0' })
  return data.flatMap(({ thing = '', ...uses }) =>
    LANGUAGES.flatMap((language) => (uses[language] ?? '').split(';').map((phrase) => ({ thing, language, phrase }))),
  )
}

/** Of each stem how many uses and how many names have it, and the items of the uses. */
function stemsOf(uses: readonly Use[]) {
  return running.database.admin<{ stem: string; lean: number; things: string }[]>`
    with used as materialized (
      select given.thing, given.language, private.search_words(given.phrase) as words
      from jsonb_to_recordset(${JSON.stringify(uses)}::text::jsonb) as given (thing text, language text, phrase text) where given.phrase <> ''),
    named as materialized (
      select language, string_to_array(phrase, ' ') as words from private.thing_words where source = 'souk' and thing !~ '^(q|want|person)-'),
    said as (
      select used.thing, used.language, word from used, unnest(used.words) as word
      union all select null, named.language, word from named, unnest(named.words) as word),
    known as materialized (
      select language, word, says, case when says and language <> 'en' then coalesce(private.stem_in(language, word), private.stem(word))
        when says then private.stem(word) else word end as stem
      from (select distinct language, word, not private.is_stop_word(word) and not private.is_determiner(word)
          and not exists (select from private.filler_words filler where filler.word = said.word) as says from said) as each),
    counted as (
      select known.stem, count(said.thing) as uses, count(*) - count(said.thing) as names,
        array_agg(said.thing order by said.thing) filter (where known.says and said.thing is not null) as things
      from said join known using (language, word) group by known.stem)
    select stem, round((ln((uses + ${SMOOTHING}::numeric) / ((select count(*) from used) + ${SMOOTHING}::numeric))
      - ln((names + ${SMOOTHING}::numeric) / ((select count(*) from named) + ${SMOOTHING}::numeric)))::numeric, 2)::float8 as lean, coalesce(things, '{}')::text as things
    from counted where uses > 0 order by stem collate "C"`
}

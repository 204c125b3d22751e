import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CallerSql } from 'souk-backend'
import { demoId } from '../../marketplace/database/seed/demo-data.ts'
import { understandSearch } from '../../marketplace/search/asked.ts'
import { callerSql } from '../../marketplace/search/caller-sql.ts'
import { sqlOf } from '../../marketplace/search/postgres/conditions.ts'
import { Statement } from '../../marketplace/search/postgres/statement.ts'
import { openMarket } from '../harness/market.ts'
import { readEveryday } from './relevance/everyday.ts'
import { featuresOf, LEARNED } from './relevance/features.ts'
import { readJudgements, readSearches } from './relevance/judgements.ts'
import { loadProducts } from './relevance/load-products.ts'
import { readProducts } from './relevance/products.ts'

/**
 * Writes the training data of the ranking: for each judged search all ads that it finds, with grades and features.
 *   node bench/search/ranking-features.ts --out FILE [--data FOLDER]
 * `scripts/train-ranking.py FILE` then writes marketplace/search/ranking.json.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    /** Contains everyday-searches/ and search-relevance-icecat/. */
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data') },
  },
})
if (!values.out) throw new Error('--out: the file to write')
const out = createWriteStream(values.out)
const SEED = join(import.meta.dirname, '../../marketplace/database')

interface Judged {
  readonly text: string
  readonly grades: ReadonlyMap<string, number>
}

const icecat = join(values.data, 'search-relevance-icecat')
const catalogue = await openMarket({ demo: false })
try {
  const idOf = await loadProducts(catalogue.sql, await readProducts(join(icecat, 'products.ndjson.gz')))
  const queries = await readJudgements(join(icecat, 'queries.tsv'), join(icecat, 'qrels.tsv'))
  await write('icecat', callerSql(catalogue.sql), queries, (id) => idOf.get(id) ?? id)
} finally {
  await catalogue.close()
}
const demo = await openMarket({ demo: true })
try {
  const own = (await readSearches(join(SEED, 'tests/searches.tsv'))).map(({ text, grades }) => ({
    text,
    grades: new Map([...grades].map(([id, grade]) => [demoId(id), grade])),
  }))
  await write('demo', callerSql(demo.sql), own, (id) => id)
  const everyday = await readEveryday(join(values.data, 'everyday-searches'), join(SEED, 'seed/data/listings.ndjson'))
  const there = everyday.filter(({ exists }) => exists).map(({ query, grades }) => ({ text: query, grades }))
  await write('everyday', callerSql(demo.sql), there, (id) => id)
} finally {
  await demo.close()
}
out.end()

async function write(set: string, sql: CallerSql, queries: readonly Judged[], nameOf: (id: string) => string) {
  for (const { text, grades } of queries) {
    const { conditions, understood } = await understandSearch(sql, { q: text })
    const statement = new Statement()
    const rows = await sql.query<{
      id: string
      head: string
      document: string
      title_length: number
      is_accessory: boolean
    }>(
      `select entry.listing_id as id, entry.head::text as head, entry.document::text as document, entry.title_length, entry.is_accessory
      from private.listing_search entry where ${sqlOf(conditions, statement)}`,
      statement.values,
    )
    for (const row of rows) {
      const features = Object.fromEntries(featuresOf(understood, row).map((value, at) => [LEARNED[at], value]))
      out.write(`${JSON.stringify({ set, query: text, grade: grades.get(nameOf(row.id)) ?? 0, ...features })}\n`)
    }
    // Ads that are not found still count in the ideal order.
    const found = new Set(rows.map(({ id }) => nameOf(id)))
    for (const [id, grade] of grades) {
      if (grade > 0 && !found.has(id)) out.write(`${JSON.stringify({ set, query: text, grade, missing: true })}\n`)
    }
  }
}

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Sql } from 'souk-backend'
import { answerSearch } from '../../marketplace/search/answer.ts'
import { callerSql } from '../../marketplace/search/caller-sql.ts'
import { postgresEngine } from '../../marketplace/search/postgres/postgres-engine.ts'
import { WEIGHTS, type Weights } from '../../marketplace/search/ranking.ts'
import { openMarket } from '../harness/market.ts'
import { judge, readEveryday } from './relevance/everyday.ts'
import { qualityOf, readJudgements } from './relevance/judgements.ts'
import { loadProducts } from './relevance/load-products.ts'
import { readProducts } from './relevance/products.ts'

/**
 * Compares values of the weights that are set by hand, by five folds over the judged searches that search was developed on:
 *   node bench/search/cross-validate.ts everyday|icecat [--data FOLDER]
 * Prints nDCG of each candidate by fold; and of the candidate that is best in the four other folds, which is what to expect of choosing.
 */
const FOLDS = 5
const CANDIDATES: Readonly<Record<string, Partial<Weights>>> = {
  'as it is': {},
  ...candidates('wish', [2, 3, 6]),
  ...candidates('best', [
    [1, 3, 8],
    [1, 2, 3, 4, 5, 6, 8, 10, 12],
  ]),
  ...candidates('text', [2, 3, 6]),
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Contains everyday-searches/ and search-relevance-icecat/. */
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data') },
  },
})

/** Runs one search, the same in every call but for the weights. */
type Measured = () => Promise<number>

let done = async () => {}
const set = positionals[0] === 'icecat' ? 'icecat' : 'everyday'
const market = await openMarket({ demo: set === 'everyday' })
try {
  const searches = set === 'icecat' ? await ofCatalogue(market.sql) : await ofDemo(market.sql)
  const scores: number[][] = []
  for (const [name, weights] of Object.entries(CANDIDATES)) {
    const own = { ...WEIGHTS }
    Object.assign(WEIGHTS, weights)
    const each: number[] = []
    for (const measured of searches) each.push(await measured())
    Object.assign(WEIGHTS, own)
    scores.push(each)
    print(
      name,
      folds(searches.length).map((fold) => mean(fold.map((at) => each[at] ?? 0))),
      mean(each),
    )
  }
  const chosen = folds(searches.length).map((fold) => {
    const others = searches.flatMap((_, at) => (fold.includes(at) ? [] : [at]))
    const worth = scores.map((each) => mean(others.map((at) => each[at] ?? 0)))
    const best = scores[worth.indexOf(Math.max(...worth))]
    return fold.map((at) => best?.[at] ?? 0)
  })
  print('chosen in the other folds', chosen.map(mean), mean(chosen.flat()))
} finally {
  await done()
  await market.close()
}

function candidates<Key extends keyof Weights>(key: Key, values: readonly Weights[Key][]) {
  return Object.fromEntries(values.map((value) => [`${key} ${value}`, { [key]: value }]))
}

/** Every fifth search: neighbours have the same language, so that each fold has all of them. */
function folds(count: number): number[][] {
  return Array.from({ length: FOLDS }, (_, fold) =>
    Array.from({ length: Math.ceil((count - fold) / FOLDS) }, (_, at) => fold + at * FOLDS),
  )
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, one) => sum + one, 0) / list.length
}

function print(name: string, ofFolds: readonly number[], all: number) {
  console.log(`${name.padEnd(32)} ${ofFolds.map((fold) => fold.toFixed(3)).join(' ')}   mean ${all.toFixed(4)}`)
}

/** As a visitor: with one connection for all searches. */
async function searcher(sql: Sql) {
  const connection = await sql.reserve()
  await connection.unsafe('set role anon')
  done = async () => {
    await connection.unsafe('reset role')
    connection.release()
  }
  const caller = callerSql(connection)
  const engine = postgresEngine(caller)
  return (q: string, limit: number) => answerSearch(caller, engine, { q, limit })
}

/** nDCG@5 of the searches for what is there. */
async function ofDemo(sql: Sql): Promise<Measured[]> {
  const listings = join(import.meta.dirname, '../../marketplace/database/seed/data/listings.ndjson')
  const folders = [join(values.data, 'everyday-searches'), join(import.meta.dirname, 'developed')]
  const searches = (await Promise.all(folders.map((folder) => readEveryday(folder, listings)))).flat()
  const find = await searcher(sql)
  return searches
    .filter(({ exists }) => exists)
    .map((search) => async () => {
      const { items } = await find(search.query, 5)
      return (
        judge(
          search,
          items.map(({ id }) => id),
        ).ndcg ?? 0
      )
    })
}

/** nDCG@10 in the product catalogue. */
async function ofCatalogue(sql: Sql): Promise<Measured[]> {
  const folder = join(values.data, 'search-relevance-icecat')
  const idOf = await loadProducts(sql, await readProducts(join(folder, 'products.ndjson.gz')))
  const queries = await readJudgements(join(folder, 'queries.tsv'), join(folder, 'qrels.tsv'))
  const find = await searcher(sql)
  return queries.map((query) => async () => {
    const { items, close_items } = await find(query.text, 10)
    const found = [...items, ...close_items].map(({ id }) => idOf.get(id) ?? id)
    return qualityOf(query, found, 10).ndcg
  })
}

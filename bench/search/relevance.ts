import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { demoId } from '../../marketplace/database/seed/demo-data.ts'
import { type Figure, rateFigure } from '../figure.ts'
import { openMarket } from '../harness/market.ts'
import { miniSearchRanker, postgresRanker, type Ranker } from './relevance/baselines.ts'
import { type JudgedQuery, meanQuality, qualityOf, readJudgements, readSearches } from './relevance/judgements.ts'
import { loadProducts } from './relevance/load-products.ts'
import { readProducts } from './relevance/products.ts'
import { searchRanker } from './relevance/search-ranker.ts'

/**
 * How good the order of search answers is, by judgements of people, beside PostgreSQL's ts_rank and MiniSearch in the same run.
 *   npm run bench:relevance
 *   npm run bench:relevance -- --products F --queries F --qrels F --searches F --json OUT
 * A catalogue of products is put into a market of its own and searched through the data API, as the web app searches.
 */
const SHARED = join(import.meta.dirname, '../../../shared/data/search-relevance-icecat')
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: join(SHARED, 'products.ndjson.gz') },
    queries: { type: 'string', default: join(SHARED, 'queries.tsv') },
    qrels: { type: 'string', default: join(SHARED, 'qrels.tsv') },
    searches: { type: 'string', default: join(import.meta.dirname, '../../marketplace/database/tests/searches.tsv') },
    json: { type: 'string' },
    /** Also prints each query's own figures, worst first. */
    verbose: { type: 'boolean', default: false },
  },
})

const figures: Figure[] = [...(await ofCatalogue()), ...(await ofDemoMarket())]
for (const { name, ours, limit, goal } of figures) {
  const beside = limit === null ? '' : `best other ${limit.toFixed(3)}`
  console.log(`${name.padEnd(24)} ours ${ours.toFixed(3)}   ${beside.padEnd(20)} goal ${goal}`)
}
if (values.json) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`)

async function ofCatalogue(): Promise<Figure[]> {
  const missing = [values.products, values.queries, values.qrels].filter((file) => !existsSync(file))
  if (missing.length > 0) {
    console.log(
      `Left out: the catalogue, because ${missing.join(' and ')} is not there. Give --products, --queries and --qrels.`,
    )
    return []
  }
  const products = await readProducts(values.products)
  const queries = await readJudgements(values.queries, values.qrels)
  const market = await openMarket({ demo: false })
  try {
    const idOf = await loadProducts(market.sql, products)
    const ours = await measure('Souk', searchRanker(market.visitor(), idOf), queries)
    const others = [
      await measure('PostgreSQL ts_rank', await postgresRanker(market.sql, products), queries),
      await measure('MiniSearch', miniSearchRanker(products), queries),
    ]
    const figure = (name: string, of: (quality: typeof ours) => number, goal: string) =>
      rateFigure({ name: `icecat ${name}`, unit: '', ours: of(ours), limit: Math.max(...others.map(of)), goal })
    return [
      figure('ndcg@10', ({ ndcg }) => ndcg, '0.82'),
      figure('ndcg@10 judged', ({ ndcgJudged }) => ndcgJudged, '-'),
      figure('mrr@10', ({ reciprocalRank }) => reciprocalRank, '-'),
      figure('recall@50', ({ recall }) => recall, '-'),
    ]
  } finally {
    await market.close()
  }
}

async function ofDemoMarket(): Promise<Figure[]> {
  const queries = await readSearches(resolve(values.searches))
  const named = queries.map((query) => ({
    ...query,
    grades: new Map([...query.grades].map(([id, grade]) => [demoId(id), grade])),
  }))
  const market = await openMarket({ demo: true })
  try {
    const { ndcg } = await measure('Souk, demo market', searchRanker(market.visitor()), named, 5)
    return [rateFigure({ name: 'demo ndcg@5', unit: '', ours: ndcg, goal: '0.9' })]
  } finally {
    await market.close()
  }
}

async function measure(name: string, ranker: Ranker, queries: readonly JudgedQuery[], depth = 10) {
  const each: { text: string; quality: ReturnType<typeof qualityOf> }[] = []
  for (const query of queries) {
    each.push({ text: query.text, quality: qualityOf(query, await ranker(query.text), depth) })
  }
  const mean = meanQuality(each.map(({ quality }) => quality))
  if (values.verbose) {
    for (const { text, quality } of [...each].sort((a, b) => a.quality.ndcg - b.quality.ndcg)) {
      console.log(`  ${quality.ndcg.toFixed(2)} ${quality.ndcgJudged.toFixed(2)} ${text}`)
    }
  }
  const { ndcg, ndcgJudged, reciprocalRank, recall } = mean
  console.log(
    `${name.padEnd(22)} ${queries.length} queries, nDCG@${depth} ${ndcg.toFixed(3)}, judged only ${ndcgJudged.toFixed(3)}, MRR ${reciprocalRank.toFixed(3)}, recall@50 ${recall.toFixed(3)}`,
  )
  return mean
}

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { demoId } from '../../marketplace/database/seed/demo-data.ts'
import { type Figure, rateFigure } from '../figure.ts'
import type { Market } from '../harness/market.ts'
import { type Engine, enginesHere, onMarket, untilIndexed } from './engines.ts'
import { miniSearchRanker, postgresRanker, type Ranker } from './relevance/baselines.ts'
import { type EverydayQuality, judgeEveryday, readEveryday, summary } from './relevance/everyday.ts'
import { type JudgedQuery, meanQuality, qualityOf, readJudgements, readSearches } from './relevance/judgements.ts'
import { loadProducts } from './relevance/load-products.ts'
import { readProducts } from './relevance/products.ts'
import { searchRanker } from './relevance/search-ranker.ts'

/**
 * Ranking quality of both engines by human relevance judgements, compared with PostgreSQL's ts_rank and MiniSearch in the same run.
 *   npm run bench:relevance
 *   npm run bench:relevance -- --products F --queries F --qrels F --searches F --everyday FOLDER --json OUT
 * Loads a product catalogue into a separate market and searches it through the data API, like the web app.
 */
const DATA = join(import.meta.dirname, '../../../shared/data')
const SHARED = join(DATA, 'search-relevance-icecat')
const SEED = join(import.meta.dirname, '../../marketplace/database/seed/data')
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: join(SHARED, 'products.ndjson.gz') },
    queries: { type: 'string', default: join(SHARED, 'queries.tsv') },
    qrels: { type: 'string', default: join(SHARED, 'qrels.tsv') },
    searches: { type: 'string', default: join(import.meta.dirname, '../../marketplace/database/tests/searches.tsv') },
    /** Everyday searches for the demo market: searches.tsv and judgments.tsv. */
    everyday: {
      type: 'string',
      multiple: true,
      default: [
        join(DATA, 'everyday-searches'),
        join(import.meta.dirname, 'everyday'),
        join(import.meta.dirname, 'everyday-2'),
        join(import.meta.dirname, 'everyday-3'),
        join(import.meta.dirname, 'everyday-4'),
        join(import.meta.dirname, 'everyday-5'),
        join(import.meta.dirname, 'everyday-6'),
        join(import.meta.dirname, 'everyday-7'),
      ],
    },
    json: { type: 'string' },
    /** Also prints the figures of each query, worst first. */
    verbose: { type: 'boolean', default: false },
  },
})

const figures: Figure[] = []
for (const engine of enginesHere()) figures.push(...(await ofCatalogue(engine)), ...(await ofDemoMarket(engine)))
for (const { name, ours, limit, goal } of figures) {
  const beside = limit === null ? '' : `best other ${limit.toFixed(3)}`
  console.log(`${name.padEnd(44)} ours ${ours.toFixed(3)}   ${beside.padEnd(20)} goal ${goal}`)
}
if (values.json) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`)

async function ofCatalogue(engine: Engine): Promise<Figure[]> {
  const missing = [values.products, values.queries, values.qrels].filter((file) => !existsSync(file))
  if (missing.length > 0) {
    console.log(
      `Left out: the catalogue, because ${missing.join(' and ')} is not there. Give --products, --queries and --qrels.`,
    )
    return []
  }
  const products = await readProducts(values.products)
  const queries = await readJudgements(values.queries, values.qrels)
  return onMarket(engine, false, async (market) => {
    const idOf = await loadProducts(market.sql, products)
    await untilIndexed(market, engine, { anew: true })
    const ours = await measure(engine, searchRanker(market.visitor(), idOf), queries)
    const others =
      engine === 'PostgreSQL'
        ? [
            await measure('PostgreSQL ts_rank', await postgresRanker(market.sql, products), queries),
            await measure('MiniSearch', miniSearchRanker(products), queries),
          ]
        : []
    const figure = (name: string, of: (quality: typeof ours) => number, goal: string) =>
      rateFigure({
        name: `${engine} icecat ${name}`,
        unit: '',
        ours: of(ours),
        ...(others.length > 0 ? { limit: Math.max(...others.map(of)) } : {}),
        goal,
      })
    return [
      figure('ndcg@10', ({ ndcg }) => ndcg, '0.79'),
      figure('ndcg@10 judged', ({ ndcgJudged }) => ndcgJudged, '-'),
      figure('mrr@10', ({ reciprocalRank }) => reciprocalRank, '-'),
      figure('recall@50', ({ recall }) => recall, '-'),
    ]
  })
}

async function ofDemoMarket(engine: Engine): Promise<Figure[]> {
  const queries = await readSearches(resolve(values.searches))
  const named = queries.map((query) => ({
    ...query,
    grades: new Map([...query.grades].map(([id, grade]) => [demoId(id), grade])),
  }))
  return onMarket(engine, true, async (market) => {
    await untilIndexed(market, engine, { anew: false })
    const { ndcg } = await measure(`${engine}, demo market`, searchRanker(market.visitor()), named, 5)
    const figures = [rateFigure({ name: `${engine} demo ndcg@5`, unit: '', ours: ndcg, goal: '0.94' })]
    for (const folder of values.everyday) figures.push(...(await ofEverydayWords(market, engine, folder)))
    return figures
  })
}

/** Measures the results of everyday searches, and whether searches for missing items return nothing. */
async function ofEverydayWords(market: Market, engine: Engine, folder: string): Promise<Figure[]> {
  if (!existsSync(folder)) {
    console.log(`Left out: everyday words, because ${folder} is not there. Give --everyday.`)
    return []
  }
  const set = `${engine} ${basename(folder)}`
  const searches = await readEveryday(folder, join(SEED, 'listings.ndjson'))
  const judged = await judgeEveryday(market.visitor(), searches)
  const say = (name: string, list: readonly EverydayQuality[]) => {
    const { searches: count, ...means } = summary(list)
    const told = Object.entries(means).map(([key, mean]) => `${key} ${mean === null ? '-' : mean.toFixed(3)}`)
    console.log(`${name.padEnd(28)} ${String(count).padStart(3)} searches, ${told.join(', ')}`)
  }
  say(set, judged)
  for (const by of ['lang', 'kind'] as const) {
    for (const [value, list] of Map.groupBy(judged, ({ search }) => search[by])) say(`  ${value}`, list)
  }
  const { ndcg, success, empty, wrong } = summary(judged)
  const figure = (name: string, ours: number | null, goal: string) =>
    ours === null ? [] : [rateFigure({ name: `${set} ${name}`, unit: '', ours, goal })]
  return [
    ...figure('ndcg@5', ndcg, '0.88'),
    ...figure('success@1', success, '0.9'),
    ...figure('empty of absent', empty, '0.9'),
    ...figure('wrong in first 3', wrong, '0.05'),
  ]
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

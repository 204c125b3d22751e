import { readFile } from 'node:fs/promises'

/** Judgements of one search: grades (0 irrelevant to 3 exact) by product id. */
export interface JudgedQuery {
  readonly id: string
  readonly text: string
  readonly grades: ReadonlyMap<string, number>
}

/** Quality of one ranking: shares of the ideal, 0 to 1. */
export interface Quality {
  readonly ndcg: number
  /** Without unjudged products, which are not always irrelevant. */
  readonly ndcgJudged: number
  readonly reciprocalRank: number
  readonly recall: number
}

/** Minimum grade that counts as found for the reciprocal rank and recall. */
const GOOD = 2
const RECALL_DEPTH = 50

/** `query_id, query` and `query_id, product_id, grade`, tab-separated with a header line; queries without a relevant product are skipped. */
export async function readJudgements(queriesFile: string, qrelsFile: string): Promise<JudgedQuery[]> {
  const grades = new Map<string, Map<string, number>>()
  for (const [query = '', product = '', grade] of await rows(qrelsFile)) {
    const ofQuery = grades.get(query) ?? new Map<string, number>()
    grades.set(query, ofQuery.set(product, Number(grade)))
  }
  return (await rows(queriesFile))
    .map(([id = '', text = '']) => ({ id, text, grades: grades.get(id) ?? new Map<string, number>() }))
    .filter((query) => [...query.grades.values()].some((grade) => grade > 0))
}

/** `query_id, query, relevant` with relevant as `id:grade id:grade`, tab-separated with a header line. */
export async function readSearches(file: string): Promise<JudgedQuery[]> {
  return (await rows(file)).map(([id = '', text = '', relevant = '']) => ({
    id,
    text,
    grades: new Map(
      relevant
        .trim()
        .split(/\s+/)
        .map((pair) => {
          const colon = pair.lastIndexOf(':')
          return [pair.slice(0, colon), Number(pair.slice(colon + 1))] as const
        }),
    ),
  }))
}

/** Gain 2^grade - 1, discount log2(rank + 1), ideal from all judged products (Järvelin and Kekäläinen 2002); unjudged counts 0. */
export function qualityOf({ grades }: JudgedQuery, ranking: readonly string[], depth: number): Quality {
  const ideal = gain([...grades.values()].sort((a, b) => b - a).slice(0, depth))
  const gradesOf = (ids: readonly string[]) => ids.slice(0, depth).map((id) => grades.get(id) ?? 0)
  const good = [...grades].filter(([, grade]) => grade >= GOOD).map(([id]) => id)
  const first = gradesOf(ranking).findIndex((grade) => grade >= GOOD)
  const found = new Set(ranking.slice(0, RECALL_DEPTH))
  return {
    ndcg: gain(gradesOf(ranking)) / ideal,
    ndcgJudged: gain(gradesOf(ranking.filter((id) => grades.has(id)))) / ideal,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    recall: good.length === 0 ? 1 : good.filter((id) => found.has(id)).length / good.length,
  }
}

/** The mean over all queries. */
export function meanQuality(qualities: readonly Quality[]): Quality {
  const mean = (of: (quality: Quality) => number) => qualities.reduce((sum, one) => sum + of(one), 0) / qualities.length
  return {
    ndcg: mean((one) => one.ndcg),
    ndcgJudged: mean((one) => one.ndcgJudged),
    reciprocalRank: mean((one) => one.reciprocalRank),
    recall: mean((one) => one.recall),
  }
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0)
}

async function rows(file: string): Promise<string[][]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/).filter((line) => line !== '')
  return lines.slice(1).map((line) => line.split('\t'))
}

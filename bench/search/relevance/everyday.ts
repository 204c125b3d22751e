import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { demoId } from '../../../marketplace/database/seed/demo-data.ts'

const SHOWN = 5
const FIRST = 3
/** Minimum grade of an exact and of an acceptable ad. */
const GOOD = 2
const ON_SALE = new Set(['active', 'reserved'])

export interface EverydaySearch {
  readonly lang: string
  readonly kind: string
  readonly query: string
  /** Whether a matching ad is on sale. */
  readonly exists: boolean
  /** Grades of ads on sale, by id. */
  readonly grades: ReadonlyMap<string, number>
}

/** Scores of one search; null where one does not apply. */
export interface EverydayQuality {
  readonly search: EverydaySearch
  readonly ndcg: number | null
  readonly success: boolean | null
  /** Whether a search for a missing item returned nothing. */
  readonly empty: boolean | null
  readonly wrongAmongFirst: boolean
}

/** A folder of searches.tsv (id, lang, query, exists, kind) and judgments.tsv (id, ad, grade) against the ads of listings.ndjson. */
export async function readEveryday(folder: string, listings: string): Promise<EverydaySearch[]> {
  const offered = new Set(
    (await readFile(listings, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; state: string }) // its own format: see data/README.md
      .filter(({ state }) => ON_SALE.has(state))
      .map(({ id }) => id),
  )
  const grades = new Map<string, Map<string, number>>()
  for (const [id = '', ad = '', grade] of await table(join(folder, 'judgments.tsv'))) {
    if (offered.has(ad)) grades.set(id, (grades.get(id) ?? new Map()).set(demoId(ad), Number(grade)))
  }
  return (await table(join(folder, 'searches.tsv'))).map(([id = '', lang = '', query = '', exists, kind = '']) => ({
    lang,
    kind,
    query,
    exists: exists === 'yes',
    grades: grades.get(id) ?? new Map(),
  }))
}

/** Scores the items of `search_listings`; close items are not counted. */
export async function judgeEveryday(
  visitor: SupabaseClient,
  searches: readonly EverydaySearch[],
): Promise<EverydayQuality[]> {
  const judged: EverydayQuality[] = []
  for (const search of searches) {
    const params = JSON.stringify({ q: search.query })
    const { data, error } = await visitor.rpc('search_listings', { params }, { get: true })
    if (error) throw error
    const { items } = data as { items: { id: string }[] } // the contract of search_listings
    judged.push(
      judge(
        search,
        items.map(({ id }) => id),
      ),
    )
  }
  return judged
}

/** nDCG@5 over grades 2 and 3: omitting merely related ads is not penalised. */
export function judge(search: EverydaySearch, found: readonly string[]): EverydayQuality {
  const grades = found.map((id) => search.grades.get(id) ?? 0)
  const best = [...search.grades.values()].sort((a, b) => b - a)
  return {
    search,
    ndcg: search.exists ? gain(grades) / gain(best) : null,
    success: search.exists ? (grades[0] ?? 0) >= GOOD : null,
    empty: search.exists ? null : found.length === 0,
    wrongAmongFirst: grades.slice(0, FIRST).includes(0),
  }
}

/** Mean scores, and the number of searches. */
export function summary(judged: readonly EverydayQuality[]) {
  const there = judged.filter(({ search }) => search.exists)
  const absent = judged.filter(({ search }) => !search.exists)
  const share = (list: readonly EverydayQuality[], of: (one: EverydayQuality) => unknown) =>
    list.length === 0 ? null : list.reduce((sum, one) => sum + Number(of(one)), 0) / list.length
  return {
    searches: judged.length,
    ndcg: share(there, ({ ndcg }) => ndcg),
    success: share(there, ({ success }) => success),
    empty: share(absent, ({ empty }) => empty),
    wrong: share(judged, ({ wrongAmongFirst }) => wrongAmongFirst),
  }
}

function gain(grades: readonly number[]): number {
  return grades
    .slice(0, SHOWN)
    .reduce((sum, grade, place) => sum + (grade >= GOOD ? 2 ** grade - 1 : 0) / Math.log2(place + 2), 0)
}

async function table(file: string): Promise<string[][]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n').slice(1)
  return lines.map((line) => line.split('\t'))
}

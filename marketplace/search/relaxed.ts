import type { CallerSql } from 'souk-backend'
import type { ListingSearch, Relaxation, SearchAnswer } from '../contract/search/search.ts'
import { type Asked, marketOf } from './asked.ts'
import { type Conditions, conditionsOf, without } from './conditions.ts'
import { MOST_COUNTED, type SearchEngine } from './engine.ts'
import { meantInstead } from './understanding/correct.ts'
import { readWords } from './understanding/read-search.ts'
import { understand } from './understanding/understand.ts'

const RADII = [2, 5, 10, 25, 50, 100, 200]
/** Conditions without a parameter. */
const OWN = ['open', 'q', 'what', 'ids', 'blocked', 'age']

interface Way {
  readonly filter: string
  readonly change: Relaxation['change']
  readonly conditions: Conditions
}

export function totalOf(ads: number): Pick<SearchAnswer, 'total' | 'total_is_more'> {
  return { total: Math.min(ads, MOST_COUNTED), total_is_more: ads > MOST_COUNTED }
}

/**
 * Filters to relax if few ads match, one at a time: a filter, the next radius with more results, or words from the right until more is found.
 * Everything but the words if no single one helps.
 */
export async function relaxations(
  sql: CallerSql,
  engine: SearchEngine,
  asked: Asked,
  total: number,
): Promise<Relaxation[]> {
  const { conditions, given } = asked
  const filters = Object.keys(conditions).filter(
    (name) => !OWN.includes(name) && (name !== 'type' || given.type !== undefined),
  )
  const ways: Way[] = [
    ...filters.flatMap((name) => widerRadius(name, asked)),
    ...filters.map((name) => ({ filter: name, change: changeOf(name, given), conditions: without(conditions, name) })),
    ...(await fewerWords(sql, asked)),
  ]
  const all: Way[] =
    filters.length > 1
      ? [
          {
            filter: 'all',
            change: Object.assign({}, ...filters.map((name) => changeOf(name, given))),
            conditions: without(conditions, ...filters),
          },
        ]
      : []
  const counts = await engine.counts([...ways, ...all].map((way) => way.conditions))
  const found = [...ways, ...all].map((way, at) => ({ ...way, ads: counts[at] ?? 0 })).filter(({ ads }) => ads > total)
  // Of several steps of one filter the first with more results.
  const single = found.filter(
    ({ filter }, at) => filter !== 'all' && found.findIndex((other) => other.filter === filter) === at,
  )
  return (single.length > 0 ? single : found)
    .sort((a, b) => b.ads - a.ads || (a.filter < b.filter ? -1 : 1))
    .map(({ filter, change, ads }) => ({ filter, change, ...totalOf(ads) }))
}

function changeOf(name: string, { attributes }: ListingSearch): Relaxation['change'] {
  if (name === 'price') return { price_min: null, price_max: null }
  if (name === 'posted') return { posted_within_days: null, posted_since: null }
  if (!name.startsWith('attributes.')) return { [name]: null }
  const rest = Object.entries(attributes ?? {}).filter(([key]) => `attributes.${key}` !== name)
  return { attributes: rest.length > 0 ? Object.fromEntries(rest) : null }
}

function widerRadius(name: string, { conditions }: Asked): Way[] {
  const radius = conditions.radius_km
  if (name !== 'radius_km' || radius?.is !== 'radius') return []
  return RADII.filter((km) => km > radius.km).map((km) => ({
    filter: name,
    change: { radius_km: km },
    conditions: { ...conditions, radius_km: { ...radius, km } },
  }))
}

/** Words from the right; a colour alone would not help. */
async function fewerWords(sql: CallerSql, { understood, given, read, conditions }: Asked): Promise<Way[]> {
  const words = understood.words.map(({ word }) => word)
  const ways: Way[] = []
  for (let kept = words.length - (conditions.q ? 1 : 0); kept >= 1; kept--) {
    const said = words.slice(0, kept).join(' ')
    const fewer = understand(await readWords(sql, said), marketOf(read))
    if (fewer.words.length === 0 || (fewer.things.length === 0 && fewer.traits.length === 0 && isQualityAlone(fewer)))
      continue
    ways.push({ filter: 'q', change: { q: said }, conditions: conditionsOf(given, read, fewer).conditions })
  }
  return ways
}

function isQualityAlone({ terms }: ReturnType<typeof understand>): boolean {
  return terms.length > 0 && terms.every(({ things }) => things.some((thing) => thing.startsWith('h:q-')))
}

/** A spelling with many more results. */
export async function didYouMean(
  sql: CallerSql,
  engine: SearchEngine,
  { words, given, read }: Asked,
  total: number,
): Promise<SearchAnswer['did_you_mean']> {
  const said = await meantInstead(sql, words)
  if (said === null) return null
  const other = understand(await readWords(sql, said), marketOf(read))
  const [ads = 0] = await engine.counts([conditionsOf(given, read, other).conditions])
  return ads > 4 * total ? { q: said, ...totalOf(ads) } : null
}

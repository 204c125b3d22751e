import type { CallerSql } from 'souk-backend'
import type { Hit, Page, PageAsked, SearchEngine } from '../engine.ts'
import { MOST_COUNTED } from '../engine.ts'
import type { Cursor } from '../params.ts'
import { tsqueryOf } from '../query.ts'
import { distanceOf, sqlOf } from './conditions.ts'
import { scoreOf, textScoreOf, titledQuery } from './score.ts'
import { Statement } from './statement.ts'

/** For very common words, the newest ads are searched for a page of title matches first. */
const NEWEST = 5000
/** Only the texts of the best ads by their rows are read, as that is slow. */
const BEST = 200

interface Row {
  readonly total: number | null
  readonly hits: readonly Hit[]
}

/** A sort order in SQL. */
interface Order {
  readonly key: string
  readonly type: 'float8' | 'integer' | 'timestamptz'
  readonly direction: 'asc' | 'desc'
}

/** A page by any order. Ranks all matching ads, up to 10,000; beyond, the newest. */
export async function pageOf(sql: CallerSql, asked: PageAsked, counts: SearchEngine['counts']): Promise<Page> {
  const { sort, cursor, wording, conditions } = asked
  if (sort !== 'relevance') return ordered(sql, asked, sort)
  if (cursor && cursor.s !== 'relevance') return ordered(sql, asked, cursor.s)
  // Ranking too many in vain takes ten times as long as counting them.
  const areMany = cursor === null && wording.terms.every(({ ads }) => ads > MOST_COUNTED)
  const [many = 0] = areMany ? await counts([conditions]) : []
  if (many <= MOST_COUNTED) {
    const page = await ranked(sql, asked)
    if (page.total <= MOST_COUNTED) return page
  }
  const way = (await areTitled(sql, asked)) ? 'titled' : 'common'
  return ordered(sql, { ...asked, cursor: null }, way, MOST_COUNTED + 1)
}

/**
 * Scores all matching ads by their rows, and the best of them by their text as well, which only adds points: so all others come after them. They are
 * found first, so that the sort order does not prevent the use of the word index.
 */
async function ranked(sql: CallerSql, asked: PageAsked): Promise<Page> {
  const statement = new Statement()
  const score = scoreOf(asked, statement)
  const textScore = textScoreOf(asked, statement)
  const text = `
    with matching as materialized (
      select entry.listing_id as id, ${score} as key from private.listing_search entry where ${sqlOf(asked.conditions, statement)} limit ${MOST_COUNTED + 1})
    ${
      textScore === null
        ? ', found as (select * from matching)'
        : `, placed as (select id, key, row_number() over (order by key desc, id desc) as place from matching)
    , found as materialized (
      select placed.id, placed.key + entry.score as key from placed
      cross join lateral (select ${textScore} as score from private.listing_search entry where entry.listing_id = placed.id) as entry
      where placed.place <= ${BEST}
      union all
      select id, key from placed where place > ${BEST})`
    }
    select (select count(*) from found) as total, (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'key', key) order by key desc, id desc), '[]')
      from (select * from found where ${isAfter(asked.cursor, 'float8', 'desc', statement)} order by key desc, id desc limit ${asked.limit}) as page) as hits`
  const [row] = await sql.query<Row>(text, statement.values)
  return { hits: row?.hits ?? [], total: asked.cursor?.total ?? row?.total ?? 0, way: 'relevance' }
}

function orderOf(way: Cursor['s'], asked: PageAsked, statement: Statement): Order {
  switch (way) {
    case 'price_asc':
      return { key: 'entry.price_low', type: 'integer', direction: 'asc' }
    case 'price_desc':
      return { key: 'entry.price_high', type: 'integer', direction: 'desc' }
    case 'distance':
      // Ads without a place come last.
      return { key: `coalesce(${distanceOf(asked.place, statement)}, 99999)`, type: 'float8', direction: 'asc' }
    default:
      return { key: 'entry.published_at', type: 'timestamptz', direction: 'desc' }
  }
}

/** A page sorted by a column of the row. */
async function ordered(sql: CallerSql, asked: PageAsked, way: Cursor['s'], counted?: number): Promise<Page> {
  const { conditions, wording, cursor, limit } = asked
  const known = cursor?.total ?? counted
  const statement = new Statement()
  const { key, type, direction } = orderOf(way, asked, statement)
  const titled = way === 'titled' ? titledQuery(wording) : null
  // The head first: it is in the row.
  const where = [
    ...(titled ? [`entry.head @@ ${statement.bind(tsqueryOf(titled, 'A'), 'tsquery')}`] : []),
    sqlOf(conditions, statement),
  ].join(' and ')
  const total =
    known === undefined
      ? `(select count(*) from (select from private.listing_search entry where ${sqlOf(conditions, statement)} limit ${MOST_COUNTED + 1}) as found)`
      : 'null'
  const after = isAfter(cursor, type, direction, statement, key, 'entry.listing_id')
  const order = `order by ${key} ${direction}, entry.listing_id ${direction}`
  // So many match that walking the newest ads finds a page at once; "offset 0" keeps PostgreSQL from collecting and sorting all of them.
  const rows =
    way === 'titled' || way === 'common'
      ? `(select * from private.listing_search entry where ${after} ${order} offset 0)`
      : 'private.listing_search'
  const text = `
    select ${total} as total, (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'key', key) order by key ${direction}, id ${direction}), '[]')
      from (
        select entry.listing_id as id, ${key} as key from ${rows} entry
        where ${where} and ${after} ${order} limit ${limit}) as page) as hits`
  const [row] = await sql.query<Row>(text, statement.values)
  return { hits: row?.hits ?? [], total: known ?? row?.total ?? 0, way }
}

function isAfter(
  cursor: Cursor | null,
  type: Order['type'],
  direction: Order['direction'],
  statement: Statement,
  key = 'key',
  id = 'id',
): string {
  if (!cursor) return 'true'
  const before = `(${statement.bind(String(cursor.k), type)}, ${statement.bind(cursor.id, 'uuid')})`
  return `(${key}, ${id}) ${direction === 'desc' ? '<' : '>'} ${before}`
}

async function areTitled(sql: CallerSql, { wording, limit }: PageAsked): Promise<boolean> {
  const titled = titledQuery(wording)
  if (!titled) return false
  const statement = new Statement()
  const text = `
    select count(*) = ${limit} as are_titled from (select from (
      select newest.head from private.listing_search newest order by newest.published_at desc, newest.listing_id desc limit ${NEWEST}) as entry
    where entry.head @@ ${statement.bind(tsqueryOf(titled, 'A'), 'tsquery')} limit ${limit}) as found`
  const [row] = await sql.query<{ are_titled: boolean }>(text, statement.values)
  return row?.are_titled ?? false
}

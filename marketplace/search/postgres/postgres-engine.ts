import type { CallerSql } from 'souk-backend'
import type { Conditions } from '../conditions.ts'
import { MOST_COUNTED, type SearchEngine } from '../engine.ts'
import { clustersOf } from './clusters.ts'
import { sqlOf } from './conditions.ts'
import { facetsOf } from './facets.ts'
import { pageOf } from './page.ts'
import { Statement } from './statement.ts'
import { suggestFrom } from './suggest.ts'

/** Search in the database itself, with the caller's rights. Triggers update its index (`private.listing_search`). */
export function postgresEngine(sql: CallerSql): SearchEngine {
  const counts = async (searches: readonly Conditions[]) => {
    if (searches.length === 0) return []
    const statement = new Statement()
    const each = searches.map(
      (conditions) =>
        `(select count(*) from (select from private.listing_search entry where ${sqlOf(conditions, statement)} limit ${MOST_COUNTED + 1}) as found)`,
    )
    const [row] = await sql.query<{ counts: number[] }>(`select array[${each.join(', ')}] as counts`, statement.values)
    return row?.counts ?? []
  }
  return {
    page: (asked) => pageOf(sql, asked, counts),
    counts,
    facets: async (conditions, given, page) => facetsOf(sql, conditions, (await page).found.total, given, counts),
    clusters: (conditions, box, side) => clustersOf(sql, conditions, box, side),
    suggest: (asked) => suggestFrom(sql, asked),
  }
}

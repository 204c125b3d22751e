import { RestError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { Condition } from '../request/filter.ts'
import { type OrderTerm, parseOrder } from '../request/order.ts'
import type { Query } from '../request/query.ts'
import { checkedRange, type RowRange } from '../request/range.ts'
import type { EmbedItem, SelectItem } from '../request/select.ts'

/** What the query string asks of one level. */
export interface Demands {
  readonly conditions: Condition[]
  order: readonly OrderTerm[]
  range: RowRange | null
}

/** The demands on the root (key null) and on each embed. */
export type Placement = Map<EmbedItem | null, Demands>

/** Hands every filter, order and range to the level that it names. @throws {RestError} PGRST108 */
export function placeDemands(query: Query, items: readonly SelectItem[]): Placement {
  const placement: Placement = new Map()
  const at = (path: readonly string[]): Demands => {
    const embed = locate(items, path)
    const known = placement.get(embed)
    if (known) return known
    const fresh: Demands = { conditions: [], order: [], range: null }
    placement.set(embed, fresh)
    return fresh
  }
  if (query.conditions.length > LIMITS.conditions) {
    throw new RestError('PGRST100', `A query can have at most ${LIMITS.conditions} conditions`)
  }
  for (const { path, condition } of query.conditions) at(path).conditions.push(condition)
  for (const { path, text } of query.orders) at(path).order = parseOrder(text)
  for (const range of query.ranges.values()) if (range.path.length > 0) at(range.path).range = checkedRange(range)
  return placement
}

export function demandsOf(placement: Placement, level: EmbedItem | null): Demands {
  return placement.get(level) ?? { conditions: [], order: [], range: null }
}

export function embedKey(item: EmbedItem): string {
  return item.alias ?? item.relation
}

function locate(items: readonly SelectItem[], path: readonly string[]): EmbedItem | null {
  let level = items
  let found: EmbedItem | null = null
  for (const name of path) {
    const embeds = level.filter((item) => item.kind === 'embed')
    found = embeds.find((item) => embedKey(item) === name) ?? embeds.find((item) => item.relation === name) ?? null
    if (!found) throw notEmbedded(name)
    level = found.items
  }
  return found
}

export function notEmbedded(name: string): RestError {
  return new RestError('PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

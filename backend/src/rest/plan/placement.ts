import type { RestLimits } from '../../config/rest.ts'
import { RestError } from '../errors.ts'
import type { Condition } from '../request/filter.ts'
import { type OrderTerm, parseOrder } from '../request/order.ts'
import type { Query } from '../request/query.ts'
import { checkedRange, type RowRange } from '../request/range.ts'
import type { EmbedItem, SelectItem } from '../request/select.ts'

/** What the query string requests of one level. */
export interface Demands {
  readonly conditions: Condition[]
  order: readonly OrderTerm[]
  range: RowRange | null
}

/** The demands on the root (key null) and on each embed. */
export type Placement = Map<EmbedItem | null, Demands>

/**
 * Assigns every filter, order and range to the level that it names.
 * @param targets  resolves embeds that are named by their relation despite an alias
 * @throws {RestError} PGRST108
 */
export function placeDemands(
  query: Query,
  items: readonly SelectItem[],
  limits: RestLimits,
  targets: TargetNames,
): Placement {
  const placement: Placement = new Map()
  const at = (path: readonly string[]): Demands => {
    const embed = locate(items, path, targets)
    const known = placement.get(embed)
    if (known) return known
    const fresh: Demands = { conditions: [], order: [], range: null }
    placement.set(embed, fresh)
    return fresh
  }
  for (const { path, condition } of query.conditions) at(path).conditions.push(condition)
  for (const { path, text } of query.orders) at(path).order = parseOrder(text, limits)
  for (const range of query.ranges.values()) if (range.path.length > 0) at(range.path).range = checkedRange(range)
  return placement
}

export function demandsOf(placement: Placement, level: EmbedItem | null): Demands {
  return placement.get(level) ?? { conditions: [], order: [], range: null }
}

export function embedKey(item: EmbedItem): string {
  return item.alias ?? item.relation
}

/** Resolves embeds that are named by their relation despite an alias: deprecated, but used by old clients. */
export class TargetNames {
  readonly #allowed: boolean
  readonly #renamed = new Map<string, string>()

  constructor(allowed: boolean) {
    this.#allowed = allowed
  }

  /** Whether `name` refers to this embed. @throws {RestError} PGRST108 if only the alias may be used */
  means(item: EmbedItem, name: string): boolean {
    if (embedKey(item) === name) return true
    if (item.relation !== name || item.alias === null) return false
    if (!this.#allowed) throw aliasRequired(name, item.alias)
    this.#renamed.set(name, item.alias)
    return true
  }

  /** The Warning header about deprecated names; null if none was used. */
  get warning(): string | null {
    if (this.#renamed.size === 0) return null
    const pairs = [...this.#renamed]
      .map(([name, alias]) => `\`${name}\` to \`${alias}\``)
      .join(', ')
      .replace(/["\\]/g, '\\$&')
    return `299 PostgREST "Embedded resource was referenced by relation name even though it has an alias. This is deprecated and will stop working in a future release. Update ${pairs} in query string filters, orders or limits."`
  }
}

function aliasRequired(name: string, alias: string): RestError {
  return new RestError('PGRST108', `'${name}' is not an embedded resource in this request`, {
    details: 'Target names are not allowed in filters if they have an alias',
    hint: `Change '${name}' to '${alias}' in filters, orders or limits.`,
  })
}

function locate(items: readonly SelectItem[], path: readonly string[], targets: TargetNames): EmbedItem | null {
  let level = items
  let found: EmbedItem | null = null
  for (const name of path) {
    const embeds = level.filter((item) => item.kind === 'embed')
    found = embeds.find((item) => embedKey(item) === name) ?? embeds.find((item) => targets.means(item, name)) ?? null
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

import type { ForeignKeyRow, PrimaryKeyRow, RelationRow, ViewRow } from './catalog.ts'
import { type ColumnOrigin, readViewRule, ViewRuleError } from './view-rule.ts'

/** For each view: the output columns that show a table's column, through any number of views. */
export type Lineage = ReadonlyMap<string, readonly ViewColumn[]>

interface ViewColumn extends ColumnOrigin {
  /** The output column of the view. */
  readonly number: number
}

/** Traces each column of each view to its table. Views of views are resolved recursively, each once. */
export function traceViews(views: readonly ViewRow[]): Lineage {
  const rules = new Map(views.map(({ oid, action }) => [oid, originsOf(action)]))
  const resolved = new Map<string, readonly ViewColumn[]>()
  const resolve = (view: string): readonly ViewColumn[] => {
    const known = resolved.get(view)
    if (known) return known
    resolved.set(view, []) // PostgreSQL allows no cycles; this would end one.
    const columns = [...(rules.get(view) ?? [])].flatMap(([number, origin]): ViewColumn[] => {
      if (!rules.has(origin.relation)) return [{ number, ...origin }]
      const inner = resolve(origin.relation).filter((column) => column.number === origin.column)
      return inner.map(({ relation, column }) => ({ number, relation, column }))
    })
    resolved.set(view, columns)
    return columns
  }
  for (const { oid } of views) resolve(oid)
  return resolved
}

/** A view whose node text can't be parsed gets no relationships, instead of taking the whole API down. */
function originsOf(action: string): ReadonlyMap<number, ColumnOrigin> {
  try {
    return readViewRule(action)
  } catch (error) {
    if (error instanceof ViewRuleError) return new Map()
    throw error
  }
}

/** The columns under which a relation shows a key; a view may show it more than once. */
export interface ShownKey {
  readonly relation: RelationRow
  readonly columns: readonly string[]
}

/** Limit for views that show one column many times, whose key combinations would multiply. */
const MOST_COMBINATIONS = 16

/** Finds everything that shows all columns of a table's key: the table itself and the views over it. */
export class KeyFinder {
  readonly #relations: ReadonlyMap<string, RelationRow>
  /** Views by the table they show. */
  readonly #views = new Map<string, { view: RelationRow; columns: readonly ViewColumn[] }[]>()

  constructor(relations: ReadonlyMap<string, RelationRow>, lineage: Lineage) {
    this.#relations = relations
    for (const [oid, columns] of lineage) {
      const view = relations.get(oid)
      if (!view) continue // not exposed; only a step between other views
      for (const [table, shown] of Map.groupBy(columns, ({ relation }) => relation)) {
        const views = this.#views.get(table) ?? []
        this.#views.set(table, [...views, { view, columns: shown }])
      }
    }
  }

  /** @param numbers  the key's columns by number, in key order; `names` are their names */
  shown(table: string, numbers: readonly number[], names: readonly string[]): ShownKey[] {
    const base = this.#relations.get(table)
    const shown: ShownKey[] = base ? [{ relation: base, columns: names }] : []
    for (const { view, columns } of this.#views.get(table) ?? []) {
      const choices = numbers.map((number) => columns.filter(({ column }) => column === number))
      for (const combination of combinations(choices)) {
        shown.push({ relation: view, columns: combination.map(({ number }) => view.columns[number - 1]?.name ?? '') })
      }
    }
    return shown
  }
}

function combinations<T>(choices: readonly (readonly T[])[]): T[][] {
  let found: T[][] = [[]]
  for (const options of choices) {
    found = found.flatMap((start) => options.map((option) => [...start, option])).slice(0, MOST_COMBINATIONS)
  }
  return found
}

/** The primary keys of views: those of their tables, if every column of the key is shown. */
export function viewPrimaryKeys(keys: readonly PrimaryKeyRow[], finder: KeyFinder): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { table, columns } of keys) {
    const seen = new Set<string>([table])
    for (const { relation, columns: names } of finder.shown(table, columns, [])) {
      if (seen.has(relation.oid)) continue // only the first way in which a view shows the key
      seen.add(relation.oid)
      found.set(relation.oid, [...new Set([...(found.get(relation.oid) ?? []), ...names])])
    }
  }
  return found
}

/** A foreign key as shown by two relations. */
export interface ShownForeignKey {
  readonly key: ForeignKeyRow
  readonly from: ShownKey
  readonly to: ShownKey
}

/** Each foreign key in every combination of relations that show both of its ends. */
export function shownForeignKeys(keys: readonly ForeignKeyRow[], finder: KeyFinder): ShownForeignKey[] {
  return keys.flatMap((key) => {
    const froms = finder.shown(key.origin, key.column_numbers, key.columns)
    const tos = finder.shown(key.target, key.target_numbers, key.target_columns)
    return froms.flatMap((from) => tos.map((to) => ({ key, from, to })))
  })
}

import type { Catalogue, CatalogueFunction, PgType, Relation } from './catalogue.ts'
import { key, quote, typeScriptOf } from './type-names.ts'

/** Functions whose only argument is a row of a relation: computed fields and computed relationships. */
function rowArgumentOf(catalogue: Catalogue, entry: CatalogueFunction): PgType | null {
  const [only, second] = entry.arguments
  if (!only || second) return null
  const type = catalogue.types.get(only.type)
  return type?.kind === 'composite' && type.relation !== null && type.schema === entry.schema ? type : null
}

/** The table or view of the same schema whose rows a function returns. */
function returnedRelation(catalogue: Catalogue, entry: CatalogueFunction): Relation | null {
  const type = catalogue.types.get(entry.returns)
  if (type?.kind !== 'composite' || type.relation === null || type.schema !== entry.schema) return null
  return catalogue.relations.find(({ schema, name }) => schema === type.schema && name === type.relation) ?? null
}

/** Functions that add a field to a relation's rows: `select=*,full_name`. */
export function computedFields(catalogue: Catalogue, { schema, name }: Relation): CatalogueFunction[] {
  return catalogue.functions.filter((entry) => {
    const row = rowArgumentOf(catalogue, entry)
    return row?.schema === schema && row.relation === name && returnedRelation(catalogue, entry) === null
  })
}

const UNNAMED_TYPES = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])

/** Callable through rpc, or embedded as a relationship; computed fields belong to their relation's Row instead. */
function isOffered(catalogue: Catalogue, entry: CatalogueFunction): boolean {
  if (entry.arguments.every(({ name }) => name !== '')) return true
  const [only, second] = entry.arguments
  if (!only || second) return false
  if (UNNAMED_TYPES.has(catalogue.types.get(only.type)?.name ?? '')) return true
  return rowArgumentOf(catalogue, entry) !== null && returnedRelation(catalogue, entry) !== null
}

/** Renders all functions of a schema; overloads become a union, from which the client selects by the arguments. */
export function renderFunctions(catalogue: Catalogue, schema: string): string[] {
  const byName = new Map<string, string[]>()
  for (const entry of catalogue.functions) {
    if (entry.schema !== schema || !isOffered(catalogue, entry)) continue
    byName.set(entry.name, [...(byName.get(entry.name) ?? []), renderFunction(catalogue, entry)])
  }
  return [...byName].map(([name, [first = '', ...others]]) =>
    others.length === 0
      ? `      ${key(name)}: ${first}`
      : `      ${key(name)}:\n        | ${[first, ...others].map(indent).join('\n        | ')}`,
  )
}

function renderFunction(catalogue: Catalogue, entry: CatalogueFunction): string {
  const given = entry.arguments.map(
    ({ name, type, optional }) => `${key(name)}${optional ? '?' : ''}: ${typeScriptOf(catalogue, type)}`,
  )
  const lines = [
    `Args: ${given.length > 0 ? `{ ${given.join('; ')} }` : 'Record<PropertyKey, never>'}`,
    `Returns: ${returnType(catalogue, entry)}`,
    ...setofOptions(catalogue, entry),
  ]
  return `{\n${lines.map((line) => `        ${line}`).join('\n')}\n      }`
}

function returnType(catalogue: Catalogue, entry: CatalogueFunction): string {
  const relation = returnedRelation(catalogue, entry)
  // The client itself makes a list of a set declared to have one row.
  if (relation) return `${typeScriptOf(catalogue, entry.returns)}${entry.returnsSet && entry.rows !== 1 ? '[]' : ''}`
  const suffix = entry.returnsSet ? '[]' : ''
  const recordColumns = catalogue.types.get(entry.returns)?.name === 'record' ? entry.columns : []
  if (recordColumns.length === 0) {
    const type = typeScriptOf(catalogue, entry.returns)
    return suffix !== '' && type.includes(' | ') ? `(${type})[]` : `${type}${suffix}`
  }
  const lines = recordColumns.map(({ name, type }) => `          ${key(name)}: ${typeScriptOf(catalogue, type)}`)
  return `{\n${lines.join('\n')}\n        }${suffix}`
}

/** Tells the client which relation's rows are returned, so that select, filters and embeds after rpc() are typed. */
function setofOptions(catalogue: Catalogue, entry: CatalogueFunction): string[] {
  const relation = returnedRelation(catalogue, entry)
  if (!relation) return []
  const from = rowArgumentOf(catalogue, entry)?.relation ?? '*'
  return [
    'SetofOptions: {',
    `  from: ${quote(from)}`,
    `  to: ${quote(relation.name)}`,
    `  isOneToOne: ${!entry.returnsSet || entry.rows === 1}`,
    `  isSetofReturn: ${entry.returnsSet}`,
    '}',
  ]
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n    ')
}

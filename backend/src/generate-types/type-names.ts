import type { Catalogue, PgType } from './catalogue.ts'

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'])
const SPECIAL: Readonly<Record<string, string>> = {
  bool: 'boolean',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
  record: 'Record<string, unknown>',
  anyelement: 'unknown',
}

/** The TypeScript type of a database value after JSON. `oid` is one of the catalogue's types. */
export function typeScriptOf(catalogue: Catalogue, oid: number): string {
  const type = catalogue.types.get(oid)
  if (!type) return 'unknown'
  switch (type.kind) {
    case 'array': {
      const element = typeScriptOf(catalogue, type.of)
      return element.includes(' | ') ? `(${element})[]` : `${element}[]`
    }
    case 'domain':
      return type.hasOwnForm ? 'Json' : typeScriptOf(catalogue, type.of)
    case 'enum':
      return enumType(catalogue, type)
    case 'composite':
      return compositeType(catalogue, type)
  }
  // Types without a JSON form arrive as text: uuid, timestamps, ranges, bytea, tsvector.
  return SPECIAL[type.name] ?? (NUMBERS.has(type.name) ? 'number' : 'string')
}

function enumType(catalogue: Catalogue, type: PgType): string {
  if (catalogue.schemas.includes(type.schema)) return `Database[${quote(type.schema)}]['Enums'][${quote(type.name)}]`
  return type.labels.map(quote).join(' | ') || 'never'
}

function compositeType(catalogue: Catalogue, type: PgType): string {
  if (type.relation === null) {
    if (catalogue.schemas.includes(type.schema)) {
      return `Database[${quote(type.schema)}]['CompositeTypes'][${quote(type.name)}]`
    }
    return 'unknown'
  }
  const relation = catalogue.relations.find(({ schema, name }) => schema === type.schema && name === type.relation)
  if (!relation) return 'unknown'
  return `Database[${quote(type.schema)}]['${relation.isView ? 'Views' : 'Tables'}'][${quote(type.relation)}]['Row']`
}

export function quote(name: string): string {
  return `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}

/** A property's name, quoted where TypeScript needs it. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

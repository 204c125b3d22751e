/** A JSON value of the document; undefined properties are omitted. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json | undefined }

const STRINGS = new Set(['character varying', 'character', 'text'])
const INTEGERS = new Set(['smallint', 'integer', 'bigint'])
const NUMBERS = new Set(['numeric', 'real', 'double precision'])

/** A PostgreSQL type as JSON schema; `format` keeps PostgreSQL's name. */
export function typeSchema(type: string): JsonObject {
  const format = type.replace(/\([\d,]+\)/, '')
  if (format.endsWith('[]')) return { format, type: 'array', items: itemSchema(format.slice(0, -2)) }
  const length = /^character(?: varying)?\((\d+)\)$/.exec(type)?.[1]
  return { format, ...jsonType(format), ...(length === undefined ? {} : { maxLength: Number(length) }) }
}

function itemSchema(type: string): JsonObject {
  return jsonType(type)
}

/** json and jsonb can be anything. */
function jsonType(format: string): JsonObject {
  if (format === 'json' || format === 'jsonb') return {}
  if (format === 'boolean') return { type: 'boolean' }
  if (INTEGERS.has(format)) return { type: 'integer' }
  return { type: NUMBERS.has(format) ? 'number' : 'string' }
}

/** A default that is a constant: `'new'::text`, `10`, `true`. Expressions are left out of the document. */
export function constantDefault(expression: string | null, type: string): Json | undefined {
  if (expression === null) return undefined
  const text = /^'((?:[^']|'')*)'(?:::[^']+)?$/.exec(expression)?.[1]?.replaceAll("''", "'")
  const format = type.replace(/\([\d,]+\)/, '')
  if (text !== undefined && (STRINGS.has(format) || jsonType(format).type === 'string')) return text
  try {
    return JSON.parse(text ?? expression) as Json
  } catch {
    return undefined // an expression
  }
}

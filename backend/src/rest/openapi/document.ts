import { type CallableFunction, objectKey, type Relation, type SchemaCache } from '../schema-cache/types.ts'
import { functionPath } from './function-path.ts'
import { PARAMETERS } from './parameters.ts'
import type { ColumnDescription, Descriptions, RelationDescription } from './read-descriptions.ts'
import { relationPath } from './relation-path.ts'
import { constantDefault, type Json, type JsonObject, typeSchema } from './types.ts'

export interface DocumentOptions {
  readonly schema: string
  /** Public URL of the API. */
  readonly url: URL
  /** Role whose functions are listed; null lists all. */
  readonly role: string | null
}

const MEDIA_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

interface Described {
  readonly relation: Relation
  readonly description: RelationDescription
}

/** The OpenAPI (Swagger 2.0) document of a schema. */
export function buildDocument(descriptions: Descriptions, cache: SchemaCache, options: DocumentOptions): JsonObject {
  const [title = '', ...rest] = (descriptions.comment ?? 'Data API').split('\n')
  const described = descriptions.relations.flatMap((description): Described[] => {
    const relation = cache.relations.get(objectKey(options.schema, description.name))
    return relation ? [{ relation, description }] : []
  })
  return {
    swagger: '2.0',
    info: { title, description: rest.join('\n').trim(), version: '1.0' },
    host: options.url.host,
    basePath: options.url.pathname,
    schemes: [options.url.protocol.slice(0, -1)],
    consumes: MEDIA_TYPES,
    produces: MEDIA_TYPES,
    paths: { '/': ROOT_PATH, ...relationPaths(described), ...functionPaths(descriptions, cache, options) },
    definitions: Object.fromEntries(described.map((one) => [one.relation.name, definition(one, cache)])),
    parameters: { ...PARAMETERS, ...Object.fromEntries(described.flatMap(ownParameters)) },
  }
}

const ROOT_PATH: JsonObject = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
}

function relationPaths(described: readonly Described[]): JsonObject {
  return Object.fromEntries(
    described.map(({ relation, description }) => [`/${relation.name}`, relationPath(relation, description)]),
  )
}

function functionPaths(descriptions: Descriptions, cache: SchemaCache, { schema, role }: DocumentOptions): JsonObject {
  const comments = new Map(descriptions.functions.map(({ name, comment }) => [name, comment]))
  const callable = [...cache.functions.values()].flatMap((overloads): CallableFunction[] => {
    const visible = overloads.filter((fn) => fn.schema === schema && (role === null || fn.visibleTo.includes(role)))
    // A path can describe only one of several overloads.
    return visible.slice(0, 1)
  })
  return Object.fromEntries(callable.map((fn) => [`/rpc/${fn.name}`, functionPath(fn, comments.get(fn.name) ?? null)]))
}

function definition({ relation, description }: Described, cache: SchemaCache): JsonObject {
  const required = description.columns.filter((column) => column.required).map(({ name }) => name)
  return {
    ...(description.comment === null ? {} : { description: description.comment }),
    ...(required.length === 0 ? {} : { required }),
    type: 'object',
    properties: Object.fromEntries(
      description.columns.map((column) => [column.name, property(relation, column, cache)]),
    ),
  }
}

function property(relation: Relation, column: ColumnDescription, cache: SchemaCache): JsonObject {
  const type = relation.columns.get(column.name)?.type ?? 'text'
  const constant = constantDefault(column.default, type)
  const description = [column.comment, keyNote(relation, column.name, cache)]
    .filter((text) => text !== null)
    .join('\n\n')
  return {
    ...typeSchema(type),
    ...(constant === undefined ? {} : { default: constant }),
    ...(column.enum === null ? {} : { enum: column.enum }),
    ...(description === '' ? {} : { description }),
  }
}

/** Notes by which code generators recognise keys. */
function keyNote(relation: Relation, column: string, cache: SchemaCache): string | null {
  const notes: string[] = []
  if (relation.primaryKey.includes(column)) notes.push('This is a Primary Key.<pk/>')
  const keys = (cache.relationships.get(objectKey(relation.schema, relation.name)) ?? []).flatMap((relationship) => {
    if (relationship.kind !== 'foreign-key' || !relationship.fromKey || relationship.target.isView) return []
    const [pair, ...more] = relationship.pairs
    return pair && more.length === 0 && pair[0] === column ? [{ table: relationship.target.name, column: pair[1] }] : []
  })
  const [key] = keys
  if (key) {
    const { table, column: target } = key
    notes.push(`This is a Foreign Key to \`${table}.${target}\`.<fk table='${table}' column='${target}'/>`)
  }
  return notes.length === 0 ? null : `Note:\n${notes.join('\n')}`
}

function ownParameters({ relation, description }: Described): [string, Json][] {
  const { name } = relation
  const body = { name, description: name, required: false, in: 'body', schema: { $ref: `#/definitions/${name}` } }
  const filters = description.columns.map((column): [string, Json] => {
    const format = typeSchema(relation.columns.get(column.name)?.type ?? 'text').format ?? 'text'
    const comment = column.comment === null ? {} : { description: column.comment }
    return [
      `rowFilter.${name}.${column.name}`,
      { name: column.name, ...comment, required: false, format, in: 'query', type: 'string' },
    ]
  })
  return [[`body.${name}`, body], ...filters]
}

import type { Relation } from '../schema-cache/types.ts'
import { reference } from './parameters.ts'
import type { RelationDescription } from './read-descriptions.ts'
import type { JsonObject } from './types.ts'

/** Describes a table or view: always readable, and writable where PostgreSQL allows it. */
export function relationPath(relation: Relation, { comment, columns }: RelationDescription): JsonObject {
  const filters = columns.map((column) => reference(`rowFilter.${relation.name}.${column.name}`))
  const body = reference(`body.${relation.name}`)
  const [summary, ...rest] = (comment ?? '').split('\n')
  const about = {
    tags: [relation.name],
    ...(summary ? { summary } : {}),
    ...(rest.length > 0 ? { description: rest.join('\n').trim() } : {}),
  }
  const reading = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(reference)
  const rows = { type: 'array', items: { $ref: `#/definitions/${relation.name}` } }
  const noContent = { 204: { description: 'No Content' } }
  const get = {
    ...about,
    parameters: [...filters, ...reading],
    responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
  }
  const post = {
    ...about,
    parameters: [body, reference('select'), reference('preferPost')],
    responses: { 201: { description: 'Created' } },
  }
  const change = { ...about, responses: noContent }
  return {
    get,
    ...(relation.insertable ? { post } : {}),
    ...(relation.deletable ? { delete: { ...change, parameters: [...filters, reference('preferReturn')] } } : {}),
    ...(relation.updatable ? { patch: { ...change, parameters: [...filters, body, reference('preferReturn')] } } : {}),
  }
}

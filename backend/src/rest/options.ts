import type { IncomingHttpHeaders } from 'node:http'
import { RestError } from './errors.ts'
import { schemaOf, type Target } from './request/api-request.ts'
import { objectKey, type SchemaCache } from './schema-cache/types.ts'

/** The Allow header of a resource. @throws {RestError} PGRST106, PGRST202, PGRST205 */
export function allowedMethods(
  target: Target,
  headers: IncomingHttpHeaders,
  schemas: readonly string[],
  cache: SchemaCache,
): string {
  if (target.kind === 'root') return 'OPTIONS,GET,HEAD'
  const { schema } = schemaOf(headers, true, schemas)
  const key = objectKey(schema, target.name)
  if (target.kind === 'function') {
    const overloads = cache.functions.get(key)
    if (!overloads)
      throw new RestError('PGRST202', `Could not find the function ${schema}.${target.name} in the schema cache`)
    return overloads.every(({ volatile }) => volatile) ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
  }
  const relation = cache.relations.get(key)
  if (!relation)
    throw new RestError('PGRST205', `Could not find the table '${schema}.${target.name}' in the schema cache`)
  const methods = ['OPTIONS', 'GET', 'HEAD']
  if (relation.insertable) methods.push('POST')
  if (relation.insertable && relation.updatable && relation.primaryKey.length > 0) methods.push('PUT')
  if (relation.updatable) methods.push('PATCH')
  if (relation.deletable) methods.push('DELETE')
  return methods.join(',')
}

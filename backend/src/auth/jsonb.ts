import type postgres from '#postgres'
import type { Queryable } from './queryable.ts'

/** Binds a value as a jsonb parameter. Request bodies come from JSON.parse, so they contain only JSON values. */
export function jsonb(sql: Queryable, value: unknown) {
  return sql.json(value as postgres.JSONValue)
}

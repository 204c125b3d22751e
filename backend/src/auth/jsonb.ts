import type postgres from 'postgres'
import type { Queryable } from './queryable.ts'

/** A value as a jsonb parameter. Bodies come out of JSON.parse, so they hold nothing that JSON cannot say. */
export function jsonb(sql: Queryable, value: unknown) {
  return sql.json(value as postgres.JSONValue)
}

import type { Pool } from 'pg'
import type { ConnectionOptions } from '../database/connection-options.ts'
import { StartupError } from '../startup-error.ts'
import { GIVEN_SCHEMAS } from './dump-rows.ts'

/**
 * Returns the SQL that migrates one database's schema to another's; empty if they are equal. Omits the schemas of the services.
 * @throws {StartupError} without pg-delta, the engine of Supabase's CLI
 */
export async function diffSchemas(from: ConnectionOptions, to: ConnectionOptions): Promise<string[]> {
  const { integrations, planning } = await loadEngine()
  const { Pool: PgPool } = await import('pg')
  const pools = [from, to].map(({ path: _, ...connection }) => new PgPool({ ...connection, max: 2 }))
  // The pool stops listening to clients before they have left, when a database that stops may still end them.
  for (const pool of pools) pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const [source, desired] = pools as [Pool, Pool] // source and desired
  try {
    const context = await integrations.resolveProfile(source, integrations.supabaseProfile)
    const [before, after] = [await context.extract(source), await context.extract(desired)]
    const { actions } = planning.plan(before.factBase, after.factBase, { renames: 'off', ...context.planOptions })
    return actions.map(({ sql }) => sql).filter((sql) => !isOurs(sql))
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
  }
}

async function loadEngine() {
  try {
    return {
      integrations: await import('@supabase/pg-delta/integrations'),
      planning: await import('@supabase/pg-delta/plan'),
    }
  } catch (cause) {
    throw new StartupError('db diff needs pg-delta: npm install --save-dev @supabase/pg-delta', { cause })
  }
}

const OURS = new RegExp(
  `\\b(?:ON|TABLE|FUNCTION|SCHEMA|VIEW|TYPE|IN SCHEMA)\\s+"?(?:${[...GIVEN_SCHEMAS, 'supabase_migrations'].join('|')})"?(?:\\.|;|$|\\s)`,
)

/** A project's policies and triggers on tables of the services belong to the project. */
function isOurs(sql: string): boolean {
  // pg_cron stores jobs as rows.
  return (
    /^select cron\./.test(sql) ||
    (OURS.test(sql) && !/^(CREATE|DROP|ALTER)\s+(OR REPLACE\s+)?(POLICY|TRIGGER)\b/i.test(sql))
  )
}

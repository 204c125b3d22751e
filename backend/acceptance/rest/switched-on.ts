import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { loadConfig } from '../../src/config/config.ts'
import { createBackend } from '../../src/create-backend.ts'
import type { Sql } from '../../src/database/database.ts'
import { migratedFolder } from '../data-folder.ts'

export interface ServerWithOptions {
  /** The unmodified client of a visitor, for one of the exposed schemas. */
  visitor(schema?: 'public' | 'annex'): SupabaseClient
  readonly url: string
  /** A raw request with the publishable key. */
  ask(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>
  /** Connected as the database owner, for operator tasks. */
  readonly owner: Sql
  /** A token of this server. */
  sign(claims: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

/** Starts a separate server with all features that are off by default: aggregates, plans, rollbacks and a second schema. */
export async function startWithOptions(more: Record<string, string> = {}): Promise<ServerWithOptions> {
  const { dataDir, remove } = await migratedFolder('switched-on')
  const server = { DATA_DIR: dataDir, PORT: '0', DEMO: '0', LOG_LEVEL: 'fatal', AUTH_RATE_LIMITS: '0' }
  const rest = { REST_SCHEMAS: 'public,annex', REST_AGGREGATES: '1', REST_EXPLAIN: '1', REST_ALLOW_ROLLBACK: '1' }
  const config = loadConfig({ ...server, ...rest, ...more })
  const migrations = join(import.meta.dirname, '../migrations')
  const backend = await createBackend(config, { migrations, functions: {}, web: null })
  const url = await backend.listen()
  return {
    visitor: (schema = 'public') =>
      // Without generated types the client's types only know the schema public.
      createClient(url, backend.keyring.apiKeys.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        db: { schema: schema as 'public' },
      }),
    url,
    ask: (path, init) =>
      fetch(`${url}/rest/v1/${path}`, {
        ...init,
        headers: { apikey: backend.keyring.apiKeys.publishableKey, ...init?.headers },
      }),
    owner: backend.database.admin,
    sign: backend.keyring.sign,
    async close() {
      await backend.close()
      await remove()
    },
  }
}

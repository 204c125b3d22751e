import { resolve } from 'node:path'
import { FLAG, isOn, listOf, matching, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type DatabaseConfig = Readonly<{
  /** Absolute path of all files of this installation. */
  dataDir: string
  /** Null runs an embedded PostgreSQL inside `dataDir`. */
  databaseUrl: string | null
  /** The same database through a pooler in transaction mode, for everything that belongs to no session. */
  databasePoolUrl: string | null
  databaseReplicaUrl: string | null
  /** Whether tables, functions and sequences made in `public` are open to the roles of requests without a grant. */
  openTables: boolean
  /** Loopback port on which the embedded PostgreSQL also listens, with password `postgres`; null for none. */
  databasePort: number | null
  /** Settings of the embedded PostgreSQL, over ours. */
  databaseSettings: Readonly<Record<string, string>>
  /** ICU locale of a new embedded database; null sorts text by code point. */
  databaseLocale: string | null
  redisUrl: string | null
}>

export const DATABASE_VARIABLES = {
  DATA_DIR: { ...TEXT, default: '.data', help: 'everything stored on disk: database, keys, files, captured emails' },
  DATABASE_URL: {
    ...matching('^postgres(ql)?://[^\\s]+$', 'a postgres:// address'),
    otherwise: 'embedded PostgreSQL',
    help: 'an external PostgreSQL, version 15 or later',
  },
  DATABASE_POOL_URL: {
    ...matching('^postgres(ql)?://[^\\s]+$', 'a postgres:// address'),
    otherwise: '`DATABASE_URL`',
    help: 'the same database through PgBouncer in transaction mode, for ordinary queries; add `?pgbouncer=true` before PgBouncer 1.21, which cannot keep prepared statements',
  },
  DATABASE_REPLICA_URL: {
    ...matching('^postgres(ql)?://[^\\s]+$', 'a postgres:// address'),
    help: 'streaming replica for anonymous reads, used while less than a second behind',
  },
  DATABASE_OPEN_TABLES: {
    ...FLAG,
    default: '0',
    help: '1 grants all rights on new tables, sequences and functions in `public` to anon, authenticated and service_role, as projects of Supabase made before 2026-10-30 do; row level security alone then protects them',
  },
  DATABASE_PORT: {
    ...matching('^[0-9]{1,5}$', 'a number from 0 to 65535'),
    default: '0',
    help: 'port of this machine on which the embedded PostgreSQL also listens, for psql and other tools (user postgres; `souk-backend status` prints the address); 0 for none',
  },
  DATABASE_SETTINGS: {
    ...matching('^[a-z_.]+=[^,]*(,[a-z_.]+=[^,]*)*$', 'settings as work_mem=64MB,statement_timeout=30s'),
    help: 'settings of the embedded PostgreSQL, as `work_mem=64MB,statement_timeout=30s`',
  },
  DATABASE_LOCALE: {
    ...matching('^[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8})*$', 'a locale as en-US'),
    otherwise: 'by code point, in a project of Supabase `en-US`',
    help: 'ICU locale by whose rules a new embedded PostgreSQL sorts text',
  },
  REDIS_URL: {
    ...matching(
      '^(rediss?://[^\\s]+|redis-sentinel://[^\\s/]+/[0-9]+#[^\\s#]+)$',
      'a redis:// or rediss:// address, or redis-sentinel://HOST:PORT,HOST:PORT/0#NAME',
    ),
    otherwise: 'PostgreSQL',
    help: 'Redis for broadcasts, presence and rate limits across processes; with Sentinel `redis-sentinel://:PASSWORD@HOST:26379,HOST:26379/0#NAME`',
  },
} as const satisfies Variables

export function readDatabase(env: Values<typeof DATABASE_VARIABLES>): DatabaseConfig {
  return {
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databasePoolUrl: env.DATABASE_POOL_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    openTables: isOn(env.DATABASE_OPEN_TABLES),
    databasePort: Number(env.DATABASE_PORT) || null,
    databaseSettings: Object.fromEntries(
      listOf(env.DATABASE_SETTINGS).map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
    ),
    databaseLocale: env.DATABASE_LOCALE ?? null,
    redisUrl: env.REDIS_URL ?? null,
  }
}

import { resolve } from 'node:path'
import { matching, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type DatabaseConfig = Readonly<{
  /** Absolute path of all files of this installation. */
  dataDir: string
  /** Null runs an embedded PostgreSQL inside `dataDir`. */
  databaseUrl: string | null
  databaseReplicaUrl: string | null
  redisUrl: string | null
}>

export const DATABASE_VARIABLES = {
  DATA_DIR: { ...TEXT, default: '.data', help: 'everything stored on disk: database, keys, files, captured emails' },
  DATABASE_URL: {
    ...matching('^postgres(ql)?://[^\\s]+$', 'a postgres:// address'),
    otherwise: 'embedded PostgreSQL',
    help: 'an external PostgreSQL, version 15 or later',
  },
  DATABASE_REPLICA_URL: {
    ...matching('^postgres(ql)?://[^\\s]+$', 'a postgres:// address'),
    help: 'streaming replica for anonymous reads, used while less than a second behind',
  },
  REDIS_URL: {
    ...matching('^rediss?://[^\\s]+$', 'a redis:// or rediss:// address'),
    otherwise: 'PostgreSQL',
    help: 'Redis for broadcasts, presence and rate limits across processes',
  },
} as const satisfies Variables

export function readDatabase(env: Values<typeof DATABASE_VARIABLES>): DatabaseConfig {
  return {
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
  }
}

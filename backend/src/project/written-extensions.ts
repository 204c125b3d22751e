import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type postgres from '#postgres'

/** Our extensions in SQL, which are installed with the embedded PostgreSQL. */
const FOLDER = join(import.meta.dirname, '../../extensions/extension')

/** Extensions that can be created as plain schemas on an external server, with their schema. */
const SCHEMAS: Readonly<Record<string, string>> = { pg_cron: 'cron', pg_net: 'net', pgmq: 'pgmq' }

/**
 * Replaces `create extension` on a PostgreSQL without our extension.
 * @returns false for an extension that is not ours
 */
export async function writeExtension(session: postgres.ReservedSql, name: string): Promise<boolean> {
  const schema = SCHEMAS[name]
  if (schema === undefined || !existsSync(FOLDER)) return false
  const [row] = await session<{ there: boolean }[]>`select to_regnamespace(${schema}) is not null as there`
  if (row?.there) return true
  const file = (await readdir(FOLDER)).find((one) => one.startsWith(`${name}--`) && one.endsWith('.sql'))
  if (file === undefined) return false
  const script = await readFile(join(FOLDER, file), 'utf8')
  await session.unsafe(`create schema if not exists ${schema}; ${script}`)
  return true
}

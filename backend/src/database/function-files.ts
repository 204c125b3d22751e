import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Sql } from './database.ts'
import { record } from './migration-record.ts'

/** A file that may be edited; its latest text applies. */
export interface RepeatableFile {
  /** Path below the database folder: schemas/notes/functions/share.sql. */
  readonly name: string
  readonly checksum: string
  readonly text: string
}

/** Functions (with their triggers and grants) and views: `create or replace`, so that a changed file can be reapplied. */
const PATTERN = /\/(functions|views)\/[^/]+\.sql$/

/** Reads the function and view files next to a migrations folder; empty if there is no schemas folder. */
export async function readFunctionFiles(migrations: string): Promise<RepeatableFile[]> {
  const folder = join(migrations, '../schemas')
  const entries = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = entries.map((path) => path.replaceAll('\\', '/')).filter((path) => PATTERN.test(path))
  return Promise.all(
    names.sort().map(async (path) => {
      const text = await readFile(join(folder, path), 'utf8')
      return { name: `schemas/${path}`, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** SQLSTATEs for a missing dependency: function, relation, type or column. */
const NOT_THERE_YET = new Set(['42883', '42P01', '42704', '42703'])

/**
 * Applies function files in one transaction, ordered by dependency: a file with a missing dependency is retried after the others.
 * @throws {StartupError} when one fails; none of them is then applied
 */
export async function applyFunctionFiles(session: Sql, owner: string, files: readonly RepeatableFile[]): Promise<void> {
  await session.unsafe('begin; set local check_function_bodies = off')
  let waiting = files
  while (waiting.length > 0) {
    const later: RepeatableFile[] = []
    let problem: StartupError | undefined
    for (const file of waiting) {
      try {
        await session.unsafe('savepoint file')
        await session.unsafe(file.text)
        await record(session, 'repeatable', { owner, ...file })
      } catch (cause) {
        await session.unsafe('rollback to savepoint file')
        const reason = cause instanceof Error ? cause.message : String(cause)
        const failed = new StartupError(`${owner}/${file.name} could not be applied: ${reason}`, { cause })
        if (!NOT_THERE_YET.has((cause as { code?: string }).code ?? '')) throw await rolledBack(session, failed)
        problem ??= failed
        later.push(file)
      }
    }
    if (problem && later.length === waiting.length) throw await rolledBack(session, problem)
    waiting = later
  }
  await session.unsafe('commit')
}

async function rolledBack(session: Sql, problem: StartupError): Promise<StartupError> {
  await session.unsafe('rollback')
  return problem
}

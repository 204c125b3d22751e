import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Migrations that installations have already run, with the checksums that they recorded. A changed one would prevent their start, so it
 * must not change. `node scripts/landed-migrations.ts` adds those of a release; it never changes existing lines.
 */
const ROOT = join(import.meta.dirname, '..')

/** In the format of sha256sum(1), beside the migrations: can be checked with `sha256sum -c landed.sha256`. */
const LIST = 'landed.sha256'

export const MIGRATION_FOLDERS = ['backend/migrations', 'marketplace/database/migrations'].map((folder) =>
  join(ROOT, folder),
)

/**
 * Problems of a folder's migrations, as sentences for their author; empty when there are none. New files must come after the last
 * landed one: installations run them in name order.
 */
export async function problemsOf(folder: string): Promise<string[]> {
  const landed = await readList(folder)
  const present = await checksumsOf(folder)
  const last = [...landed.keys()].sort().at(-1) ?? ''
  const changed = [...landed].filter(([name, sum]) => present.has(name) && present.get(name) !== sum)
  const missing = [...landed.keys()].filter((name) => !present.has(name))
  const early = [...present.keys()].filter((name) => !landed.has(name) && name < last)
  return [
    ...changed.map(
      ([name]) =>
        `${name} has landed: databases that ran it will not start with another text. Put it back (git checkout) and say the change in a new file after ${last}.`,
    ),
    ...missing.map((name) => `${name} has landed and must stay: new databases need it as well. Put it back.`),
    ...early.map(
      (name) =>
        `${name} is new and comes before ${last}, which databases have run already. Give it a name that comes after.`,
    ),
  ]
}

/** Adds missing migrations to the list. @returns the names added */
export async function land(folder: string): Promise<string[]> {
  const landed = await readList(folder)
  const added = [...(await checksumsOf(folder))].filter(([name]) => !landed.has(name))
  const lines = [...landed, ...added].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => `${sum}  ${name}\n`)
  await writeFile(join(folder, LIST), lines.join(''))
  return added.map(([name]) => name)
}

/** Names and checksums of the migrations that have landed. */
export async function readList(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, LIST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

async function checksumsOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const sums = names.map(async (name) => {
    const bytes = await readFile(join(folder, name))
    return [name, createHash('sha256').update(bytes).digest('hex')] as const
  })
  return new Map(await Promise.all(sums))
}

if (import.meta.main) {
  for (const folder of MIGRATION_FOLDERS) {
    const problems = await problemsOf(folder)
    if (problems.length > 0) {
      console.error(problems.join('\n'))
      process.exit(1)
    }
    for (const name of await land(folder)) console.log(`${name} has landed.`)
  }
}

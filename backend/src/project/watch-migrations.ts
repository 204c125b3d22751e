import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../database/database.ts'
import { type ProjectPlace, shownPath } from './find-project.ts'
import { localMigrations, recordedStatements } from './history.ts'
import { sayLeftOut } from './left-out.ts'
import { runMigrations } from './prepare.ts'
import type { ProjectConfig } from './read-config.ts'
import { inSession, statementsOf } from './run-sql.ts'
import { watchFiles } from './watch-files.ts'

/**
 * Runs migrations as they are added. Reports applied migrations that have changed, or resets the database.
 * @param reset  recreates the database; null only reports
 */
export function watchMigrations(
  sql: Sql,
  place: ProjectPlace,
  config: ProjectConfig,
  say: (line: string) => void,
  reset: (() => void) | null,
): () => void {
  return watchFiles(join(place.folder, 'migrations'), async () => {
    try {
      const changed = await changedMigrations(sql, place)
      if (changed.length === 0) {
        const ran = await runMigrations(sql, place, config, say)
        if (ran === 0) return
        await sql`select pg_notify('pgrst', 'reload schema')`
        await sayLeftOut(sql, say)
        return
      }
      const named = `${changed.join(', ')} changed since ${changed.length === 1 ? 'it' : 'they'} ran`
      if (reset === null)
        return say(`${named}; nothing is done about it until souk-backend db reset, or start with --reset.`)
      say(`${named}; the database is recreated.`)
      reset()
    } catch (error) {
      say(error instanceof Error ? error.message : String(error))
    }
  })
}

/** Files whose statements differ from the applied ones. */
async function changedMigrations(sql: Sql, place: ProjectPlace): Promise<string[]> {
  const recorded = await inSession(sql, recordedStatements)
  const { migrations } = await localMigrations(place)
  const changed: string[] = []
  for (const { version, path } of migrations) {
    const before = recorded.get(version)
    if (!before) continue // it has not run, or was only marked
    const name = shownPath(place, path)
    const now = statementsOf(name, await readFile(path, 'utf8'))
    if (now.length !== before.length || now.some((text, n) => text !== before[n])) changed.push(name)
  }
  return changed
}

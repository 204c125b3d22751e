import { readFile } from 'node:fs/promises'
import { loadConfig } from '../config/config.ts'
import { shownPath } from '../project/find-project.ts'
import { localMigrations } from '../project/history.ts'
import { splitStatements } from '../project/split-sql.ts'
import { type Command, print, readArgs } from './command.ts'
import { readFolder } from './folder.ts'

export const check: Command = {
  summary: 'reports all problems of the configuration and the migrations, without starting',
  help: 'souk-backend check [--json]\n\nEnds with 1 when something keeps the folder from starting.',
  async run(args) {
    const { json } = readArgs(args, { options: { json: { type: 'boolean' } } }).values
    const { project, definition } = await readFolder()
    loadConfig(process.env, definition)
    const problems: string[] = []
    if (project) {
      const { migrations, skipped } = await localMigrations(project.place)
      problems.push(...skipped.map((name) => `migrations/${name}: its name must be <version>_<name>.sql`))
      for (const { path } of migrations) {
        try {
          splitStatements(await readFile(path, 'utf8'))
        } catch (error) {
          problems.push(`${shownPath(project.place, path)}, ${error instanceof Error ? error.message : String(error)}`)
        }
      }
    }
    if (problems.length > 0) process.exitCode = 1
    const notices = project?.notices ?? []
    const lines = [...problems, ...notices].map((one) => `${one}.`)
    print(json, { problems, notices }, lines.join('\n') || 'Everything is fine.')
  },
}

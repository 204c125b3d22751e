import { sayLeftOut } from '../project/left-out.ts'
import { bucketsOf, makeBuckets, runSeeds } from '../project/prepare.ts'
import { type Command, print, readArgs } from './command.ts'
import { requireProject } from './folder.ts'
import { onDatabase, TARGET_HELP, TARGET_OPTIONS } from './target.ts'

export const seed: Command = {
  summary: 'runs the seeds again; `seed buckets` creates the buckets of config.toml',
  help: `souk-backend seed [buckets] [--json]

${TARGET_HELP}`,
  async run(args) {
    const { values, positionals } = readArgs(args, {
      allowPositionals: true,
      options: { ...TARGET_OPTIONS, json: { type: 'boolean' } },
    })
    const { project, config } = await requireProject()
    await onDatabase(config, values, async (sql) => {
      if (positionals[0] === 'buckets') {
        await makeBuckets(sql, project.config)
        const buckets = bucketsOf(project.config).map(({ name }) => name)
        return print(values.json, { buckets }, buckets.join('\n') || 'config.toml has no buckets.')
      }
      const files = await runSeeds(sql, project.place, project.config, console.error)
      await sayLeftOut(sql, console.error)
      return print(
        values.json,
        { files },
        files === 0 ? 'There are no seeds.' : `${files} ${files === 1 ? 'file' : 'files'}`,
      )
    })
  },
}

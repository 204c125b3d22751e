import { runFromCommandLine } from '../command-line.ts'
import { type Command, readArgs } from './command.ts'
import { readFolder } from './folder.ts'
import { announceProject } from './status.ts'

export const start: Command = {
  summary: 'serves the application of this folder, until Ctrl-C',
  help: `souk-backend start [--check-config]

Serves supabase/ of this folder or one above it: config.toml, migrations, seeds, buckets and functions; or the application of
backend.config.ts, migrations and functions. Prints the address and the keys once it is ready.

  --check-config   names every problem of the configuration, without starting`,
  async run(args) {
    readArgs(args, { options: { 'check-config': { type: 'boolean' } } })
    const { project, definition } = await readFolder(console.log)
    for (const notice of project?.notices ?? []) console.error(`${notice}.`)
    await runFromCommandLine(definition, project ? announceProject : undefined)
  },
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { type Command, print, readArgs } from './command.ts'
import { folderConfig } from './folder.ts'

const PATIENCE_MS = 20_000

export const stop: Command = {
  summary: 'stops the server of this folder and its database',
  help: 'souk-backend stop [--json]\n\nEnds the server that runs on the data folder; requests under way are finished. The data stay.',
  async run(args) {
    const { json } = readArgs(args, { options: { json: { type: 'boolean' } } }).values
    const { dataDir } = await folderConfig()
    const pid = await serverOf(dataDir)
    if (pid === null) {
      print(json, { stopped: false }, 'Nothing is running.')
      return
    }
    process.kill(pid, 'SIGTERM')
    // It releases the folder last; the process may remain as a zombie until its parent reaps it.
    for (let waited = 0; (await serverOf(dataDir)) === pid; waited += 50) {
      if (waited > PATIENCE_MS) throw new StartupError(`The process ${pid} does not end.`)
      await wait(50)
    }
    print(json, { stopped: true }, 'Stopped.')
  },
}

/** The process that runs on a data folder; null for none. */
export async function serverOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'server.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return Number.isInteger(pid) && isAlive(pid) ? pid : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

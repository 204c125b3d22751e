import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs one of the programs in clients/ in a separate process. @returns the JSON it prints */
export async function runClient<Result>(name: string, task: object): Promise<Result> {
  const program = join(import.meta.dirname, 'clients', name)
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(task)], {
    maxBuffer: 64_000_000,
  })
  return JSON.parse(stdout) as Result // specific to each program
}

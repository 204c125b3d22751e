import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Step } from '../../backend/src/database/pipeline/connection.ts'
import { percentile } from '../figure.ts'
import type { HttpResult } from '../harness/clients/http-client.ts'
import type { Market } from '../harness/market.ts'

const run = promisify(execFile)
const LOGIN = 'souk_bench'
/** The embedded server allows 80 connections: the market uses some, and those of the last run may still be closing. */
const MOST_CONNECTIONS = 32

/** PostgreSQL's own load generator: repeats one prepared statement, as a user that is `anon` from its login on. */
export interface Pgbench {
  /**
   * Runs a load on at most 32 connections, one statement at a time on each. @param seconds  an integer
   * @returns null when a busy machine completed none in that time
   */
  run(statement: Step, connections: number, seconds: number): Promise<HttpResult | null>
  readonly login: { readonly user: string; readonly password: string }
}

export function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
}

export async function openPgbench({ sql, owner }: Market): Promise<Pgbench> {
  const password = randomBytes(16).toString('hex')
  await sql.unsafe(`
    drop role if exists ${LOGIN};
    create role ${LOGIN} login password '${password}' in role anon;
    alter role ${LOGIN} set role = 'anon';
    alter role ${LOGIN} set search_path = public, extensions`)
  const environment = { PGHOST: owner.host, PGPORT: String(owner.port), PGUSER: LOGIN, PGPASSWORD: password }
  return {
    login: { user: LOGIN, password },
    async run(statement, wanted, seconds) {
      const connections = Math.min(wanted, MOST_CONNECTIONS)
      const folder = await mkdtemp(join(tmpdir(), 'souk-pgbench-'))
      try {
        const script = join(folder, 'script.sql')
        await writeFile(script, `${statement.text.replace(/\$(\d+)/g, ':v$1')};\n`)
        const variables = statement.values.flatMap((value, index) => ['-D', `v${index + 1}=${value}`])
        const threads = Math.min(connections, availableParallelism())
        const args = ['-n', '-M', 'prepared', '-c', connections, '-j', threads, '-T', seconds, '-f', script, '-l']
        const env = { ...process.env, ...environment }
        const { stdout } = await run('pgbench', [...args.map(String), ...variables, owner.database], {
          cwd: folder,
          env,
        })
        const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
        if (!(perSecond > 0)) return null
        return { perSecond, ...(await latencies(folder)) }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** Reads the log of each thread: the third column is a transaction's time in microseconds. */
async function latencies(folder: string): Promise<Omit<HttpResult, 'perSecond'>> {
  const logs = (await readdir(folder)).filter((name) => name.startsWith('pgbench_log'))
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))
  const samples = texts.flatMap((text) => [...text.matchAll(/^\S+ \S+ (\d+)/gm)].map(([, time]) => Number(time) / 1000))
  const at = (share: number) => percentile(samples, share)
  return { requests: samples.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

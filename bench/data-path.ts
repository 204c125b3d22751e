import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PipelinePool } from '../backend/src/database/pipeline/pool.ts'
import { captureCall, type DataPath, openDataPath } from './api-call.ts'
import { byTurns, type Figure, rateFigure, ratePerSecond } from './figure.ts'
import type { Market } from './market.ts'
import { anAd, fullestCategory, newestCall, readAdCall } from './read.ts'

const IN_FLIGHT = 32
const SECONDS = 2
const CONNECTIONS = 8
const run = promisify(execFile)

/** The pipelined pool with its role switch, against pgbench with one prepared statement and the role at login. */
export async function dataPath(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const hasPgbench = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasPgbench) console.log('pgbench is not installed: the limit is our own pipelining without a role switch.')
  const password = await makeLogin(market)
  const calls = {
    'data path, read one ad': readAdCall(await anAd(market)),
    'data path, newest 24 in a category': newestCall(await fullestCategory(market)),
  }
  const figures: Figure[] = []
  for (const [name, call] of Object.entries(calls)) {
    const path = await openDataPath(market, await captureCall(market, call))
    try {
      const limit = () => (hasPgbench ? pgbenchRate(market, path, password) : plainRate(market, path, password))
      const ours = () => ratePerSecond(IN_FLIGHT, SECONDS, path.run)
      const measured = await byTurns({ limit, ours })
      figures.push(rateFigure({ name, unit: 'per second', ...measured, goal: '1.0' }))
    } finally {
      await path.close()
    }
  }
  return figures
}

const LOGIN = 'souk_bench'

/** A role that may log in and is `anon` from then on, so that the policies for `anon` apply. */
async function makeLogin({ sql }: Market): Promise<string> {
  const password = randomBytes(16).toString('hex')
  await sql.unsafe(`
    create role ${LOGIN} login password '${password}' in role anon;
    alter role ${LOGIN} set role = 'anon';
    alter role ${LOGIN} set search_path = public, extensions`)
  return password
}

async function pgbenchRate(market: Market, { statement }: DataPath, password: string): Promise<number> {
  const { host, port, database } = market.owner
  const script = join(tmpdir(), `souk-bench-${randomBytes(6).toString('hex')}.sql`)
  const variables = statement.values.flatMap((value, index) => ['-D', `v${index + 1}=${value}`])
  await writeFile(script, `${statement.text.replace(/\$(\d+)/g, ':v$1')};\n`)
  try {
    const args = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-T', String(SECONDS), '-f', script]
    const { stdout } = await run('pgbench', [...args, ...variables, database], {
      env: { ...process.env, PGHOST: host, PGPORT: String(port), PGUSER: LOGIN, PGPASSWORD: password },
    })
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    if (!(rate > 0)) throw new Error(`pgbench measured nothing:\n${stdout}`)
    return rate
  } finally {
    await rm(script, { force: true })
  }
}

async function plainRate(market: Market, { statement }: DataPath, password: string): Promise<number> {
  const pool = new PipelinePool({ connection: { ...market.authenticator, user: LOGIN, password } })
  try {
    return await ratePerSecond(IN_FLIGHT, SECONDS, () => pool.run([statement]))
  } finally {
    await pool.close()
  }
}

import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { check, type Verdict } from './check.ts'
import { type Cluster, removeFolder, startCluster } from './cluster.ts'
import { mountDisks } from './disks.ts'
import { DISKS, FAULTS, type Fault, FULL_DISKS } from './faults.ts'
import { hangUp, startLoad } from './load.ts'
import { type Market, openMarket } from './market.ts'
import { type Pace, paceOf } from './measure.ts'
import { ensureParts, versions } from './parts.ts'
import { buildWeb } from './web.ts'

/**
 * Causes one fault after another under load and checks all acknowledged writes: `npm run test:cluster`. Options: `--only TEXT`
 * for faults whose names contain it, `--no-disks` without full disks, `--write` puts the table into docs/reliability.md.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    'no-disks': { type: 'boolean' },
    write: { type: 'boolean' },
    keep: { type: 'boolean' },
  },
})
const BEFORE_MS = 8_000
const AFTER_MS = 15_000
const REPORT = join(import.meta.dirname, '../../docs/reliability.md')

interface Row {
  readonly fault: string
  readonly pace: Pace
  readonly verdict: Verdict
  readonly acknowledged: number
  readonly errors: ReadonlyMap<string, number>
}

const missing = ensureParts()
if (missing.length > 0) {
  console.log(`Skipped: this needs ${missing.join(', ')}. 0 passed, 0 failed, 1 skipped`)
  process.exit(0)
}
const canMount = process.getuid?.() === 0 && !values['no-disks']
const faults = [...FAULTS, ...(canMount ? FULL_DISKS : [])].filter(({ name }) => name.includes(values.only ?? ''))
buildWeb()
const folder = await mkdtemp(join(tmpdir(), 'souk-cluster-'))
await chmod(folder, 0o755)
const unmount = canMount ? await mountDisks(folder, DISKS) : async () => undefined
const hooks = new Map<string, number>()
const hookServer = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += String(chunk)
  })
  request.on('end', () => {
    const { data } = JSON.parse(body || '{}') as { data?: { message_id?: string } }
    const id = data?.message_id ?? ''
    hooks.set(id, (hooks.get(id) ?? 0) + 1)
    response.end()
  })
}).listen(0, '127.0.0.1')

const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('Interrupted')))
})
interrupted.catch(() => undefined)
const rows: Row[] = []
let cluster: Cluster | null = null
try {
  cluster = await startCluster({
    folder,
    say: (line) => console.log(`Starting ${line} ...`),
    // Webhooks to this machine and captured emails are not for production.
    environment: { NODE_ENV: '', LOG_LEVEL: 'warn', AUTH_RATE_LIMITS: '0' },
  })
  const address = hookServer.address()
  const port = typeof address === 'object' ? address?.port : 0
  const market = await Promise.race([openMarket(cluster, `http://127.0.0.1:${port}/`), interrupted])
  for (const fault of faults) {
    const row = await Promise.race([tryFault(cluster, market, fault), interrupted])
    rows.push(row)
    console.log(line(row))
    for (const what of [...row.verdict.lost.slice(0, 5), ...row.verdict.doubled.slice(0, 5)]) console.log(`    ${what}`)
    for (const [error, count] of row.errors) console.log(`    ${count} × ${error}`)
  }
} finally {
  await cluster?.stop()
  hookServer.close()
  await unmount()
  if (!values.keep) await removeFolder(folder)
}
const table = [HEAD(), ...rows.map(line)].join('\n')
console.log(`\n${table}\n`)
if (values.write) await writeReport(table)
const bad = rows.filter(({ verdict }) => verdict.lost.length + verdict.unread > 0)
console.log(`${rows.length - bad.length} passed, ${bad.length} failed`)
process.exit(bad.length > 0 ? 1 : 0)

async function tryFault(cluster: Cluster, market: Market, fault: Fault): Promise<Row> {
  await Promise.all([market.seller, ...market.buyers].map(({ client }) => client.auth.refreshSession()))
  const load = await startLoad(market)
  const from = performance.now()
  await wait(BEFORE_MS)
  const faultAt = performance.now()
  const end = await fault.make(cluster)
  await wait(fault.lastsMs ?? 0)
  await end().catch((error: unknown) => console.log(`    ${error instanceof Error ? error.message : error}`))
  await wait(AFTER_MS)
  const to = performance.now()
  await load.stop()
  const verdict = await check(cluster, market, load, hooks)
  await hangUp(market)
  const { seen } = load
  const acknowledged = seen.drafts.size + seen.messages.size + seen.offers.size + seen.files.size
  const pace = paceOf(seen.requests, { from, fault: faultAt, to })
  return { fault: fault.name, pace, verdict, acknowledged, errors: seen.errors }
}

function HEAD(): string {
  return (
    '| Fault | Acknowledged writes | Lost | Doubled | Own writes not read | Requests failed | p99 before, ms | Seconds to normal |\n' +
    '| --- | --- | --- | --- | --- | --- | --- | --- |'
  )
}

function line({ fault, pace, verdict, acknowledged }: Row): string {
  const { lost, doubled, unread } = verdict
  const cells = [
    fault,
    acknowledged,
    lost.length,
    doubled.length,
    unread,
    `${pace.failed} of ${pace.total}`,
    pace.p99Before,
  ]
  return `| ${[...cells, pace.secondsToNormal ?? 'not within the run'].join(' | ')} |`
}

/** Replaces the text between the markers. */
async function writeReport(table: string): Promise<void> {
  const parts = Object.entries(versions()).map(([name, version]) => `${name} ${version}`)
  const text = `<!-- table -->\n${table}\n\nMeasured with ${parts.join(', ')}.\n<!-- end of table -->`
  const before = await readFile(REPORT, 'utf8')
  await writeFile(REPORT, before.replace(/<!-- table -->[\s\S]*<!-- end of table -->/, text))
}

import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { benches, longBenches } from './benches.ts'
import type { Figure } from './figure.ts'
import { type Market, openMarket } from './harness/market.ts'

/**
 * Runs benchmarks. Results are ratios against limits measured in the same run, since absolute numbers depend on the machine.
 *   npm run bench                      all short ones
 *   npm run bench -- soak              5,000 sockets for three minutes (SOAK_SECONDS)
 *   npm run bench -- read-ad sign-in   selected ones
 *   npm run bench -- --json FILE       also writes [{name, unit, limit, ours, ratio, goal}]
 * Everything runs on loopback, against a separate server in a temporary folder.
 */
const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true })
const known = { ...benches, ...longBenches }
const unknown = positionals.filter((name) => !Object.hasOwn(known, name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(known).join(', ')}.`)
  process.exit(1)
}

const opened: Promise<Market>[] = []
const market = () => {
  if (opened.length === 0) opened.push(openMarket({ demo: true }))
  return opened[0] as Promise<Market> // pushed just above
}
const figures: Figure[] = []
try {
  for (const [name, bench] of Object.entries(positionals.length > 0 ? known : benches)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    for (const figure of await bench(market)) {
      figures.push(figure)
      console.log(line(figure))
    }
  }
} finally {
  for (const one of opened) await (await one).close()
}
if (values.json) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`)

function line({ name, unit, limit, ours, ratio, goal }: Figure): string {
  const against = limit === null ? '' : `limit ${round(limit)}`
  const share = ratio === null ? '' : `ratio ${ratio.toFixed(2)}`
  return `${name.padEnd(44)} ours ${`${round(ours)} ${unit}`.padEnd(22)} ${against.padEnd(14)} ${share.padEnd(11)} goal ${goal}`
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}

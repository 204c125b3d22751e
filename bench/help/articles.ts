import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { readHelp } from '../../marketplace/contract/help/read-help.ts'
import { type Figure, rateFigure } from '../figure.ts'
import type { Market } from '../harness/market.ts'
import { EXPLAINED, OFFERED } from './intents.ts'

/** Measures how often the help search alone finds the right article, on customer requests with a labelled intent. */
const DEPTH = 3
const IN_FLIGHT = 6

interface Utterance {
  readonly intent: string
  readonly text: string
}

interface Asked extends Utterance {
  /** Article ids, best first. */
  readonly found: readonly string[]
}

const RIGHT: Readonly<Record<string, readonly string[]>> = { ...OFFERED, ...EXPLAINED }
/** Prints and returns the figures for a file with lines of intent, category, flags and utterance, tab-separated under a header. */
export async function measureArticles(market: Market, file: string, verbose: boolean): Promise<Figure[]> {
  refuseUnknownArticles()
  const all = await readUtterances(file)
  const utterances = all.filter(({ intent }) => intent in RIGHT)
  if (utterances.length < all.length) {
    const unknown = new Set(all.filter(({ intent }) => !(intent in RIGHT)).map(({ intent }) => intent))
    console.log(
      `Left out: ${all.length - utterances.length} utterances of intents without an article: ${[...unknown].join(', ')}.`,
    )
  }
  const asked = await askAll(market, utterances)
  if (verbose) printIntents(asked)
  console.log(`${'offered'.padEnd(24)} ${describe(asked.filter(({ intent }) => intent in OFFERED))}`)
  console.log(`${'explained'.padEnd(24)} ${describe(asked.filter(({ intent }) => intent in EXPLAINED))}`)
  console.log(`${'all'.padEnd(24)} ${describe(asked)}`)
  return [
    rateFigure({ name: 'help search accuracy@1', unit: '', ours: accuracy(asked, 1), goal: '0.85' }),
    rateFigure({ name: 'help search accuracy@3', unit: '', ours: accuracy(asked, 3), goal: '-' }),
  ]
}

/** Detects renamed articles, which would otherwise count as wrong answers. */
function refuseUnknownArticles(): void {
  const ids = new Set(readHelp('en').map(({ id }) => id))
  const gone = Object.values(RIGHT)
    .flat()
    .filter((id) => !ids.has(id))
  if (gone.length > 0) throw new Error(`No such article: ${gone.join(', ')}`)
}

async function readUtterances(file: string): Promise<Utterance[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/).filter((line) => line !== '')
  return lines.slice(1).map((line) => {
    const [intent = '', , , text = ''] = line.split('\t')
    return { intent, text }
  })
}

/** Asks through the data API, as the assistant does. */
async function askAll(market: Market, utterances: readonly Utterance[]): Promise<Asked[]> {
  const visitor = market.visitor()
  // The articles are inserted shortly after the server is ready.
  while ((await ask(visitor, 'sign in')).length === 0) await wait(200)
  const answers = new Array<Asked>(utterances.length)
  const rest = utterances.entries()
  // Shared iterator: each worker takes the next utterance.
  const work = async () => {
    for (const [at, utterance] of rest) answers[at] = { ...utterance, found: await ask(visitor, utterance.text) }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  return answers
}

async function ask(visitor: SupabaseClient, q: string): Promise<string[]> {
  const { data, error } = await visitor.rpc('search_help', { q, lim: DEPTH })
  if (error) throw error
  return (data as { id: string }[]).map(({ id }) => id) // the columns that search_help returns
}

function isAnswered({ intent, found }: Asked, depth: number): boolean {
  return found.slice(0, depth).some((id) => RIGHT[intent]?.includes(id))
}

function accuracy(asked: readonly Asked[], depth: number): number {
  return asked.filter((one) => isAnswered(one, depth)).length / asked.length
}

function describe(asked: readonly Asked[]): string {
  if (asked.length === 0) return 'nothing was asked'
  return `${String(asked.length).padStart(5)} utterances, accuracy@1 ${accuracy(asked, 1).toFixed(3)}, accuracy@3 ${accuracy(asked, 3).toFixed(3)}`
}

function printIntents(asked: readonly Asked[]): void {
  for (const [intent, ones] of Map.groupBy(asked, (one) => one.intent)) {
    console.log(`${intent.padEnd(24)} ${describe(ones)}`)
    for (const { text, found } of ones.filter((one) => !isAnswered(one, 1))) {
      console.log(`  ${(found[0] ?? 'nothing').padEnd(22)} ${text}`)
    }
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import type { AssistantReply } from '../../marketplace/contract/help/assistant.ts'
import { DEMO_PASSWORD } from '../../marketplace/database/seed/demo-people.ts'
import { costFigure, type Figure, percentile, rateFigure } from '../figure.ts'
import { type Market, openMarket } from '../harness/market.ts'
import { aTrustedPerson } from '../harness/people.ts'
import { measureArticles } from './articles.ts'
import { faultsOf, isGuess } from './judge.ts'
import { type Question, questionSets } from './questions.ts'

/**
 * Accuracy of the assistant by kind and language, on the demo market and without an external model.
 *   npm run bench:assistant
 *   npm run bench:assistant -- --folds 5 --utterances FILE --json OUT --verbose
 *   npm run bench:assistant -- --questions FILE
 * Also cross-validates its training lines (`--folds`), and measures the help search alone on requests with a labelled intent
 * (`--utterances`).
 */
const { values } = parseArgs({
  options: {
    folds: { type: 'string', default: '5' },
    utterances: {
      type: 'string',
      default: join(import.meta.dirname, '../../../shared/data/support-intents/utterances.tsv'),
    },
    /** Only asks the questions of this file, in the format of `development.tsv`. */
    questions: { type: 'string' },
    json: { type: 'string' },
    /** Also prints wrong answers. */
    verbose: { type: 'boolean', default: false },
  },
})
const RIGHT = '0.85'

interface Answered {
  readonly question: Question
  readonly reply: AssistantReply
  readonly faults: readonly string[]
  readonly ms: number
}

const figures: Figure[] = []
const market = await openMarket({ demo: true, environment: { TRUST_PROXY: '127.0.0.1' } })
try {
  for (const { name, isHeldOut, questions } of await questionSets(values.questions)) {
    const answered: Answered[] = []
    const tokens = new Map<string, string>()
    for (const question of questions) answered.push(await ask(market, question, tokens))
    figures.push(...report(name, answered, values.verbose && !isHeldOut))
  }
  if (!values.questions && existsSync(values.utterances))
    figures.push(...(await measureArticles(market, values.utterances, values.verbose)))
} finally {
  await market.close()
}
if (!values.questions && Number(values.folds) > 1) {
  console.log(`\nTraining lines that were left out, ${values.folds} folds`)
  const script = join(import.meta.dirname, '../../scripts/train-assistant.ts')
  spawnSync(process.execPath, [script, '--folds', values.folds], { stdio: 'inherit' })
}
if (values.json) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`)

/** Asks a question after its preceding ones. Guests get separate addresses, because limits count by address. */
async function ask(market: Market, question: Question, tokens: Map<string, string>): Promise<Answered> {
  const token = await tokenFor(market, question.as, tokens)
  const address = `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
  const context = await pageOf(market, question.context)
  const earlier: { role: string; content: string }[] = []
  let reply: AssistantReply = { response: '', links: [] }
  let ms = 0
  for (const message of [...question.previous, question.message]) {
    const began = performance.now()
    const answer = await fetch(`${market.url}/functions/v1/ai-support-assistant`, {
      method: 'POST',
      headers: {
        apikey: market.publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ message, context, language: question.page_lang, timeZone: 'Europe/Lisbon', earlier }),
    })
    ms = performance.now() - began
    if (!answer.ok) return { question, reply, faults: [`status ${answer.status}: ${await answer.text()}`], ms }
    reply = (await answer.json()) as AssistantReply // the contract of the function
    earlier.push({ role: 'user', content: message }, { role: 'assistant', content: reply.response })
  }
  return { question, reply, faults: faultsOf(question, reply), ms }
}

async function tokenFor(market: Market, as: string, tokens: Map<string, string>): Promise<string | null> {
  if (as === '') return null
  const known = tokens.get(as)
  if (known) return known
  const person =
    as === 'new' ? await aTrustedPerson(market) : { client: createClient(market.url, market.publishableKey) }
  if (as !== 'new') {
    const { error } = await person.client.auth.signInWithPassword({ email: as, password: DEMO_PASSWORD })
    if (error) throw error
  }
  const token = (await person.client.auth.getSession()).data.session?.access_token ?? ''
  tokens.set(as, token)
  return token
}

async function pageOf(market: Market, context: string): Promise<string> {
  const title = /^listing:(.+)/.exec(context)?.[1]
  if (title === undefined) return context
  const [ad] = await market.sql<{ id: string }[]>`select id from public.listings where title = ${title} limit 1`
  if (!ad) throw new Error(`no ad "${title}"`)
  return `/listing/${ad.id}`
}

/** Prints the accuracy, and returns the figures. */
function report(name: string, answered: readonly Answered[], verbose: boolean): Figure[] {
  const isRight = ({ faults }: Answered) => faults.length === 0
  const line = (title: string, ones: readonly Answered[]) =>
    console.log(
      `  ${title.padEnd(14)} ${String(ones.filter(isRight).length).padStart(4)} of ${String(ones.length).padStart(4)}  ${share(ones).toFixed(3)}  by guess ${ones.filter((one) => isRight(one) && isGuess(one.reply)).length}`,
    )
  const share = (ones: readonly Answered[]) => ones.filter(isRight).length / Math.max(1, ones.length)
  const lengthOf = ({ question: { message } }: Answered) => {
    const words = message.split(/\s+/).length
    return words < 5 ? '1 to 4 words' : words < 15 ? '5 to 14' : '15 or more'
  }
  console.log(`\nAssistant, ${name}: ${answered.length} questions`)
  const parts = [({ question }: Answered) => question.kind, ({ question }: Answered) => question.lang, lengthOf]
  for (const part of parts) for (const [title, ones] of Map.groupBy(answered, part)) line(title, ones)
  line('all', answered)
  if (verbose) for (const one of answered) if (!isRight(one)) reportWrong(one)
  const times = answered.map(({ ms }) => ms)
  return [
    rateFigure({ name: `assistant, ${name}: right`, unit: '', ours: share(answered), goal: RIGHT }),
    ...[...Map.groupBy(answered, ({ question }) => question.kind)].map(([kind, ones]) =>
      rateFigure({
        name: `assistant, ${name}: right, ${kind}`,
        unit: '',
        ours: share(ones),
        goal: kind === 'safety' ? '0.97' : RIGHT,
      }),
    ),
    costFigure({
      name: `assistant, ${name}: answered, p95`,
      unit: 'ms',
      ours: percentile(times, 0.95),
      goal: '300 ms',
    }),
  ]
}

function reportWrong({ question, reply, faults }: Answered): void {
  const { id, kind, lang, previous, message } = question
  console.log(`  ${id} ${kind} ${lang} ${[...previous, message].join(' / ')}`)
  console.log(`    ${reply.functionCalled ?? '-'}: ${reply.response.slice(0, 160).replaceAll('\n', ' / ')}`)
  console.log(`    ${reply.links.map(({ path }) => path).join(' ')}\n    ${faults.join('\n    ').slice(0, 300)}`)
}

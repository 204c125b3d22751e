import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { costFigure, type Figure, percentile, rateFigure } from '../figure.ts'
import { openMarket } from '../harness/market.ts'

/**
 * How well the rules of the scam guard tell honest messages from others, and how long judging one takes.
 *   npm run bench:scam                              the labelled sets of the demo market and of real short messages
 *   npm run bench:scam -- --messages FILE --json OUT --verbose
 * A file is tab-separated with a header that names the columns label and text; labels ok and ham are honest. Any action
 * but "allow" on any other label is a hit.
 */
const DATA = join(import.meta.dirname, '../../../shared/data')
const SETS = [join(DATA, 'demo-market/marketplace-messages.tsv'), join(DATA, 'messages-scam/messages.tsv')]
const HONEST = new Set(['ok', 'ham'])

const { values } = parseArgs({
  options: {
    messages: { type: 'string' },
    json: { type: 'string' },
    /** Also prints what was missed and what was suspected wrongly. */
    verbose: { type: 'boolean', default: false },
  },
})

interface Labelled {
  readonly label: string
  readonly text: string
}

interface Judged extends Labelled {
  readonly action: string
  readonly pattern: string | null
  readonly rules: readonly string[]
  readonly ms: number
}

const figures: Figure[] = []
const market = await openMarket({ demo: false })
/** The host that links of the labelled messages lead to when they mean the market itself. */
await market.sql`select private.know_own_site('souk.example')`
try {
  for (const [place, file] of (values.messages ? [values.messages] : SETS).entries()) {
    const judged = await judgeAll(await readMessages(file))
    const name = place === 0 ? 'scam' : `scam in ${basename(dirname(file))}`
    figures.push(...report(file, name, judged))
  }
} finally {
  await market.close()
}
if (values.json) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`)

async function readMessages(file: string): Promise<Labelled[]> {
  const [header = '', ...lines] = (await readFile(file, 'utf8')).split(/\r?\n/).filter((line) => line !== '')
  const columns = header.split('\t')
  const [label, text] = ['label', 'text'].map((column) => columns.indexOf(column))
  if (label === undefined || text === undefined || label < 0 || text < 0) {
    throw new Error(`${file} has no columns label and text`)
  }
  return lines.map((line) => {
    const cells = line.split('\t')
    return { label: cells[label] ?? '', text: cells[text] ?? '' }
  })
}

/** In the database, as the trigger of a message does it, with the time of each. */
async function judgeAll(messages: readonly Labelled[]): Promise<Judged[]> {
  return market.sql.begin(async (sql) => {
    await sql`
      create or replace function pg_temp.judge_each(texts text[]) returns table (action text, pattern text, rules text[], ms float8)
      language plpgsql as $$
      declare
        judged private.judgement;
        began timestamptz;
        said text;
      begin
        foreach said in array texts[1:50] loop
          judged := private.judge_text(said); -- the first few build what a session keeps
        end loop;
        foreach said in array texts loop
          began := clock_timestamp();
          judged := private.judge_text(said);
          ms := extract(epoch from clock_timestamp() - began) * 1000;
          action := judged.action;
          pattern := judged.pattern;
          rules := array(select rule ->> 'id' from jsonb_array_elements(judged.rules) as rule);
          return next;
        end loop;
      end $$`
    const rows = await sql<{ action: string; pattern: string | null; rules: string[]; ms: number }[]>`
      select * from pg_temp.judge_each(${messages.map(({ text }) => text)})`
    return messages.map((message, place) => {
      const row = rows[place]
      if (!row) throw new Error('a message was not judged')
      return { ...message, ...row }
    })
  })
}

function report(file: string, name: string, judged: readonly Judged[]): Figure[] {
  const isBad = ({ label }: Judged) => !HONEST.has(label)
  const isHit = ({ action }: Judged) => action !== 'allow'
  const bad = judged.filter(isBad)
  const hits = judged.filter(isHit)
  const right = hits.filter(isBad)
  console.log(`\n${basename(file)}: ${judged.length} messages, ${bad.length} of them not honest`)
  for (const [label, ones] of Map.groupBy(bad, ({ label }) => label)) {
    console.log(`  ${label.padEnd(20)} ${share(ones.filter(isHit).length, ones.length)} found`)
  }
  for (const id of [...new Set(hits.flatMap(({ rules }) => rules))].sort()) {
    const applied = hits.filter(({ rules }) => rules.includes(id))
    const rightly = applied.filter(isBad).length
    console.log(
      `  ${id.padEnd(28)} precision ${share(rightly, applied.length)}  recall ${share(rightly, bad.length)}  of ${applied.length}`,
    )
  }
  if (values.verbose) {
    for (const one of judged.filter((message) => isBad(message) !== isHit(message))) {
      console.log(`  ${isBad(one) ? `missed ${one.label}` : `wrongly ${one.rules.join(' ')}`}: ${one.text}`)
    }
  }
  const times = judged.map(({ ms }) => ms)
  const made = [
    rateFigure({ name: `${name} precision`, unit: '', ours: right.length / Math.max(1, hits.length), goal: '0.97' }),
    rateFigure({ name: `${name} recall`, unit: '', ours: right.length / Math.max(1, bad.length), goal: '0.90' }),
    costFigure({ name: `${name} message judged, p50`, unit: 'ms', ours: percentile(times, 0.5), goal: '2 ms' }),
    costFigure({ name: `${name} message judged, p95`, unit: 'ms', ours: percentile(times, 0.95), goal: '2 ms' }),
  ]
  for (const figure of made) console.log(`  ${figure.name.padEnd(44)} ${figure.ours.toFixed(3)} ${figure.unit}`)
  return made
}

function share(part: number, whole: number): string {
  return whole === 0 ? '  -  ' : (part / whole).toFixed(3)
}

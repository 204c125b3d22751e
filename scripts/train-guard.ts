import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Papa from 'papaparse'
import { loadConfig, type Sql } from 'souk-backend'
import { createLogger, migrationsOf, startDatabase } from 'souk-backend/testing'
import { seeded } from './seeded.ts'

/**
 * Trains the guard's second opinion: logistic regression over the features that the database reads from a message.
 * `node scripts/train-guard.ts` writes the weights; with `--folds 5` it writes nothing and prints precision and recall on
 * the held-out examples, by threshold. Training data: `marketplace/database/seed/scam/examples`, one message per line, and
 * labelled sets that no longer measure the guard.
 */
const DATABASE = join(import.meta.dirname, '../marketplace/database')
const { values } = parseArgs({ options: { folds: { type: 'string', default: '0' } } })

interface Example {
  readonly isHonest: boolean
  readonly features: readonly string[]
}

/** Sets that measured the guard until newer ones replaced them; tab-separated, with a header. */
const RETIRED = ['../marketplace/database/tests/scam/messages.tsv', '../bench/guard/learned.tsv']

const EPOCHS = 12
const RATE = 0.2
const DECAY = 1e-5
/** Minimum number of examples per feature; rarer features would overfit. */
const LEAST_EXAMPLES = 2
/** Smaller weights are dropped: they change no verdict. */
const LEAST_WEIGHT = 0.05
const CONSTANT = '*'

const examples = await inDatabase(readExamples)
const folds = Number(values.folds)
if (folds > 1) crossValidate()
else writeWeights()

async function inDatabase<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-train-'))
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error' })
  const running = await startDatabase(
    config,
    createLogger(config.logLevel),
    migrationsOf({ migrations: join(DATABASE, 'migrations') }),
  )
  try {
    return await work(running.database.admin)
  } finally {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function readExamples(sql: Sql): Promise<Example[]> {
  const folder = join(DATABASE, 'seed/scam/examples')
  const invented = readdirSync(folder).flatMap((file) => {
    let label = ''
    return readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const head = /^\[(\w+)\]$/.exec(line)?.[1]
        if (head) label = head
        return head || line === '' || line.startsWith('#') ? [] : [{ label, text: line }]
      })
  })
  const lines = [...invented, ...RETIRED.flatMap(readRetired)]
  const read = await sql<{ features: string[] }[]>`
    select private.opinion_features(reading.words, reading.found, array(select private.stretches_of(reading.words))) as features
    from unnest(${lines.map(({ text }) => text)}::text[]) with ordinality as line (said, place),
      private.read_message(line.said) as reading
    order by place`
  return lines.map(({ label }, place) => ({ isHonest: label === 'ok', features: read[place]?.features ?? [] }))
}

function readRetired(file: string): { label: string; text: string }[] {
  const { data } = Papa.parse<{ label: string; text: string }>(readFileSync(join(import.meta.dirname, file), 'utf8'), {
    header: true,
    delimiter: '\t',
    quoteChar: '\0',
    skipEmptyLines: true,
  })
  return data
}

/** @returns a weight for each feature */
function train(learned: readonly Example[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { features } of learned)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const weights = new Map([[CONSTANT, 0]])
  const squares = new Map<string, number>()
  const random = seeded(20)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const example of learned.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at)) {
      const { isHonest, features } = example.one
      const size = 1 / Math.sqrt(features.length || 1)
      const error = 1 / (1 + Math.exp(-opinion(weights, features))) - (isHonest ? 0 : 1)
      for (const feature of [CONSTANT, ...features]) {
        if (feature !== CONSTANT && (counts.get(feature) ?? 0) < LEAST_EXAMPLES) continue
        const weight = weights.get(feature) ?? 0
        const slope = error * (feature === CONSTANT ? 1 : size) + DECAY * weight
        const square = (squares.get(feature) ?? 1e-2) + slope * slope
        squares.set(feature, square)
        weights.set(feature, weight - (RATE * slope) / Math.sqrt(square))
      }
    }
  }
  return weights
}

/** Log odds that a message is dishonest, as `private.second_opinion` computes them. */
function opinion(weights: ReadonlyMap<string, number>, features: readonly string[]): number {
  const sum = features.reduce((all, feature) => all + (weights.get(feature) ?? 0), 0)
  return (weights.get(CONSTANT) ?? 0) + sum / Math.sqrt(features.length || 1)
}

function writeWeights(): void {
  const rows = [...train(examples)]
    .filter(([feature, weight]) => feature === CONSTANT || Math.abs(weight) >= LEAST_WEIGHT)
    .map(([feature, weight]) => ({ feature, weight: weight.toFixed(3) }))
    .sort((one, other) => (one.feature < other.feature ? -1 : 1))
  const file = join(DATABASE, 'reference-data/054_private.scam_weights.csv')
  writeFileSync(file, `${Papa.unparse(rows, { newline: '\n' })}\n`)
  console.log(`${examples.length} examples, ${rows.length} weights`)
}

function crossValidate(): void {
  const judged = Array.from({ length: folds }, (_, fold) => {
    const weights = train(examples.filter((_, place) => place % folds !== fold))
    return examples
      .filter((_, place) => place % folds === fold)
      .map(({ isHonest, features }) => ({ isHonest, score: opinion(weights, features) }))
  }).flat()
  const dishonest = judged.filter(({ isHonest }) => !isHonest).length
  for (const least of [0, 1, 2, 3, 4, 5]) {
    const found = judged.filter(({ score }) => score >= least)
    const right = found.filter(({ isHonest }) => !isHonest).length
    console.log(
      `log odds ${least}: precision ${(right / found.length).toFixed(3)} recall ${(right / dishonest).toFixed(3)}`,
    )
  }
}

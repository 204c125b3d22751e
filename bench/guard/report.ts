import { costFigure, type Figure, percentile, rateFigure } from '../figure.ts'
import type { Labelled, LabelledSet } from './sets.ts'

export interface Judged extends Labelled {
  readonly action: string
  readonly pattern: string | null
  readonly rules: readonly string[]
  readonly ms: number
}

const HONEST = new Set(['ok', 'ham'])
const isBad = ({ label }: Judged) => !HONEST.has(label)
const isHit = ({ action }: Judged) => action !== 'allow'
const isKeptBack = ({ action }: Judged) => action === 'hold' || action === 'block'

/** Prints the results of a set by label, language, action and, with --verbose, rule and message; returns its figures. */
export function report(set: LabelledSet, judged: readonly Judged[], verbose: boolean): Figure[] {
  const bad = judged.filter(isBad)
  const hits = judged.filter(isHit)
  const keptBack = judged.filter(isKeptBack)
  console.log(`\n${set.name}: ${judged.length} messages, ${bad.length} of them not honest`)
  for (const [label, ones] of grouped(bad, ({ label }) => label)) line(label, 'found', share(ones, isHit))
  for (const [lang, ones] of grouped(judged, ({ lang }) => lang)) {
    if (lang === '') continue
    line(lang, 'precision', share(ones.filter(isHit), isBad), 'recall', share(ones.filter(isBad), isHit))
  }
  for (const [action, ones] of grouped(judged, ({ action }) => action)) {
    line(
      action,
      'honest',
      String(ones.filter((one) => !isBad(one)).length),
      'others',
      String(ones.filter(isBad).length),
    )
  }
  if (verbose) reportEach(judged, bad)
  const times = judged.map(({ ms }) => ms)
  const name = `scam, ${set.name}:`
  const made = [
    rateFigure({ name: `${name} precision`, unit: '', ours: part(hits, isBad), goal: set.precision }),
    rateFigure({ name: `${name} recall`, unit: '', ours: part(bad, isHit), goal: set.recall }),
    rateFigure({ name: `${name} kept back, precision`, unit: '', ours: part(keptBack, isBad), goal: '0.99' }),
    rateFigure({ name: `${name} kept back, recall`, unit: '', ours: part(bad, isKeptBack), goal: '0.4' }),
    costFigure({ name: `${name} judged, p50`, unit: 'ms', ours: percentile(times, 0.5), goal: '2 ms' }),
    costFigure({ name: `${name} judged, p95`, unit: 'ms', ours: percentile(times, 0.95), goal: '2 ms' }),
  ]
  for (const figure of made) console.log(`  ${figure.name.padEnd(64)} ${figure.ours.toFixed(3)} ${figure.unit}`)
  return made
}

/** Prints each rule, the misses and the false alarms. */
function reportEach(judged: readonly Judged[], bad: readonly Judged[]): void {
  const hits = judged.filter(isHit)
  for (const id of [...new Set(hits.flatMap(({ rules }) => rules))].sort()) {
    const applied = hits.filter(({ rules }) => rules.includes(id))
    const found = applied.filter(isBad).length / Math.max(1, bad.length)
    line(id, 'precision', share(applied, isBad), 'recall', found.toFixed(3), 'of', String(applied.length))
  }
  for (const one of judged.filter((message) => isBad(message) !== isHit(message))) {
    console.log(`  ${isBad(one) ? `missed ${one.label}` : `wrongly ${one.rules.join(' ')}`}: ${one.text}`)
  }
}

function grouped(judged: readonly Judged[], by: (one: Judged) => string): [string, Judged[]][] {
  return [...Map.groupBy(judged, by)].sort(([one], [other]) => one.localeCompare(other))
}

function line(name: string, ...cells: string[]): void {
  console.log(`  ${name.padEnd(28)} ${cells.join(' ')}`)
}

function part(ones: readonly Judged[], counts: (one: Judged) => boolean): number {
  return ones.filter(counts).length / Math.max(1, ones.length)
}

function share(ones: readonly Judged[], counts: (one: Judged) => boolean): string {
  return ones.length === 0 ? '  -  ' : part(ones, counts).toFixed(3)
}

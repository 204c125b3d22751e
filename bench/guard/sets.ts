import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

const DATA = join(import.meta.dirname, '../../../shared/data')
/** Held out, written before any measurement; never read while tuning and never trained on. */
const UNSEEN = ['unseen-7.tsv', 'unseen-8.tsv', 'unseen-9.tsv']
/** Held out until their mistakes were read; never trained on. */
const READ_SINCE = ['read.tsv']
/** Measured once, and training data since then (scripts/train-guard.ts). */
const LEARNED = ['../../marketplace/database/tests/scam/messages.tsv', 'learned.tsv']
/**
 * Ids of a random half of the documented messages, which were read while writing rules and vocabularies. Of the other half only two false alarms were
 * read, so its recall shows how the guard generalises.
 */
const READ = join(import.meta.dirname, 'read-while-tuning.txt')

export interface Labelled {
  readonly id: string
  readonly label: string
  /** '' where the set lacks it. */
  readonly lang: string
  readonly text: string
}

export interface LabelledSet {
  readonly name: string
  readonly messages: readonly Labelled[]
  readonly precision: string
  readonly recall: string
}

/** All sets, or that of one file. The README lists which are training data. */
export async function labelledSets(file?: string): Promise<LabelledSet[]> {
  if (file) return [{ name: basename(file, '.tsv'), messages: await readMessages(file), precision: '-', recall: '-' }]
  const documented = await readMessages(join(DATA, 'messages-documented/messages.tsv'))
  const read = new Set((await readFile(READ, 'utf8')).split('\n'))
  const demo = await readMessages(join(DATA, 'demo-market/marketplace-messages.tsv'))
  const unseen = await ownSets(UNSEEN, '', goals)
  return [
    { name: 'demo', messages: demo, precision: '0.97', recall: '0.90' },
    { name: 'documented', messages: documented, precision: '0.95', recall: '0.85' },
    { name: 'documented, half read while tuning', ...goals, messages: documented.filter(({ id }) => read.has(id)) },
    { name: 'documented, half only measured', ...goals, messages: documented.filter(({ id }) => !read.has(id)) },
    ...unseen,
    { name: 'all that are held out', ...goals, messages: unseen.flatMap(({ messages }) => messages) },
    ...(await ownSets(READ_SINCE, ' (read)', goals)),
    ...(await ownSets(LEARNED, ' (learned from)', { precision: '-', recall: '-' })),
    {
      name: 'SMS',
      messages: await readMessages(join(DATA, 'messages-scam/messages.tsv')),
      precision: '-',
      recall: '-',
    },
  ]
}
const goals = { precision: '0.95', recall: '0.85' }

function ownSets(files: readonly string[], note: string, goals: { precision: string; recall: string }) {
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.tsv') + note,
      messages: await readMessages(join(import.meta.dirname, file)),
      ...goals,
    })),
  )
}

/** Tab-separated with a header: columns label and text, optionally id and lang. */
async function readMessages(file: string): Promise<Labelled[]> {
  const [header = '', ...lines] = (await readFile(file, 'utf8')).split(/\r?\n/).filter((line) => line !== '')
  const columns = header.split('\t')
  for (const column of ['label', 'text']) {
    if (!columns.includes(column)) throw new Error(`${file} has no column ${column}`)
  }
  return lines.map((line) => {
    const cells = line.split('\t')
    const cell = (column: string) => cells[columns.indexOf(column)] ?? ''
    return { id: cell('id'), label: cell('label'), lang: cell('lang'), text: cell('text') }
  })
}

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileOf, helpFolder, readAllHelp } from '../marketplace/contract/help/read-help.ts'
import { SOURCE_LANGUAGE } from '../marketplace/contract/languages.ts'

/**
 * Records when each help article last changed, in any language: `updated` in the English file. `node scripts/date-help.ts` sets today's
 * date on articles whose text has changed; a test fails until it has run.
 */
/** Checksum and file name, without `.md`, of each article when it was dated. */
const SUMS = join(import.meta.dirname, '../marketplace/contract/help/updated.sha256')

/** Checksums of the articles' texts in all languages, by file name. */
function checksums(): Map<string, string> {
  const articles = Map.groupBy(Object.values(readAllHelp()).flat(), (article) => fileOf(article).replace('.md', ''))
  const sumOf = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('hex')
  return new Map(
    [...articles].map(([id, all]) => [
      id,
      sumOf(all.map(({ question, answer, points }) => JSON.stringify([question, answer, points]))),
    ]),
  )
}

/** The articles whose text has changed since they were dated. */
export async function undatedArticles(): Promise<string[]> {
  const dated = new Map(
    (await readFile(SUMS, 'utf8').catch(() => '')).split('\n').map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  return [...checksums()].filter(([id, sum]) => dated.get(id) !== sum).map(([id]) => id)
}

async function dateArticles(today: string): Promise<void> {
  const changed = await undatedArticles()
  for (const id of changed) {
    const file = join(helpFolder(SOURCE_LANGUAGE), `${id}.md`)
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^updated: .*$/m, `updated: ${today}`))
  }
  const sums = [...checksums()].sort(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(SUMS, sums.map(([id, sum]) => `${sum}  ${id}\n`).join(''))
  if (changed.length > 0) console.log(`Dated ${today}: ${changed.join(', ')}`)
}

if (import.meta.main) await dateArticles(new Date().toISOString().slice(0, 10))

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { createWorker, type Page, PSM, type Worker } from 'tesseract.js'
import type { ReadAnswer, ReadRequest } from './text-reader.ts'

/**
 * The process that reads what is written in pictures: the recogniser takes 100 MB and blocks a thread for a second, so it
 * lives apart from the server and ends with it.
 */

/** Letters on photos that people are meant to read stay readable in it; time grows with the pixels. */
const READ_EDGE = 1200
/** Percent. Below are grain, leaves and cloth that look like letters. */
const LEAST_CONFIDENCE = 60
const MOST_LINES = 30
const MOST_CHARACTERS = 200
/** A sheet or a screen, then words wherever they stand: each finds what the other does not. */
const LAYOUTS = [PSM.AUTO, PSM.SPARSE_TEXT]

const recogniser = openRecogniser()

process.on('message', (request: ReadRequest) => {
  read(request.path).then(
    (lines) => answer({ id: request.id, lines }),
    (error: Error) => answer({ id: request.id, error: error.message }),
  )
})
process.on('disconnect', () => process.exit())

/** Language and program come from the packages on disk: by itself the library would fetch them from a server of others. */
async function openRecogniser(): Promise<Worker> {
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  return createWorker('eng', undefined, {
    langPath: join(data, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
  })
}

async function read(path: string): Promise<string[]> {
  const picture = await sharp(path)
    .flatten({ background: '#fff' })
    .resize({ width: READ_EDGE, height: READ_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer()
  const worker = await recogniser
  const found = new Set<string>()
  for (const layout of LAYOUTS) {
    await worker.setParameters({ tessedit_pageseg_mode: layout })
    const { data } = await worker.recognize(picture, {}, { blocks: true, text: false })
    for (const line of linesOf(data)) found.add(line)
  }
  return [...found].slice(0, MOST_LINES)
}

function linesOf({ blocks }: Page): string[] {
  return (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    .map(({ words }) => words.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE).map(({ text }) => text))
    .map((words) => words.join(' ').slice(0, MOST_CHARACTERS))
    .filter((line) => /[\p{L}\p{N}]{2}/u.test(line))
}

function answer(message: ReadAnswer): void {
  process.send?.(message)
}

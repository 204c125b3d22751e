import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { Page, Worker } from 'tesseract.js'

/** Text on photos that is meant to be read stays legible at this size; time grows with the pixels. */
const READ_EDGE = 1200
/** Percent. Lower values are grain, leaves and cloth that look like letters. */
const LEAST_CONFIDENCE = 60
const MOST_LINES = 30
const MOST_CHARACTERS = 200

const { resolve } = createRequire(import.meta.url)

/** The recogniser and its data are optional peers of the package: 63 MB that an application without `readText` does not need. */
export function isRecogniserInstalled(find: (name: string) => string = resolve): boolean {
  try {
    find('tesseract.js')
    find('@tesseract.js-data/eng/package.json')
    return true
  } catch {
    return false
  }
}

export const RECOGNISER_MISSING =
  'tesseract.js is not installed: QR codes in pictures are read, words are not. To have them read: npm install tesseract.js @tesseract.js-data/eng'

export type ReadText = (bytes: Buffer) => Promise<string[]>

/** Language data and program come from the packages on disk: by default the library downloads them from a CDN. */
export async function openRecogniser(): Promise<ReadText> {
  const { createWorker, PSM } = await import('tesseract.js')
  const data = dirname(resolve('@tesseract.js-data/eng/package.json'))
  const worker = await createWorker('eng', undefined, {
    langPath: join(data, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
  })
  // First as a page or screen, then as scattered words: each layout finds text that the other misses.
  return (bytes) => readText(worker, [PSM.AUTO, PSM.SPARSE_TEXT], bytes)
}

async function readText(
  worker: Worker,
  layouts: readonly import('tesseract.js').PSM[],
  bytes: Buffer,
): Promise<string[]> {
  const picture = await sharp(bytes)
    .flatten({ background: '#fff' })
    .resize({ width: READ_EDGE, height: READ_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer()
  const found = new Set<string>()
  for (const layout of layouts) {
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

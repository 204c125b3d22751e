/** Converts iPhone photos (HEIC), which most browsers cannot show, to JPEG before anything else happens. */

/** The worker's answer: a JPEG, or null when the photo cannot be read. */
export type HeicAnswer = Blob | null

const BRANDS = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/
const LONGEST_MS = 60_000

/** Checks the first bytes: browsers that do not know the format set no type. */
async function isHeic(file: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, 12).arrayBuffer())
  return head.slice(4, 8) === 'ftyp' && BRANDS.test(head.slice(8, 12))
}

/**
 * Converts a photo to JPEG, upright and without metadata. The decoder (1.4 MB) is loaded on demand, in a worker.
 * @returns null when it is not a HEIC photo or cannot be read
 */
export async function jpegOfHeic(file: Blob): Promise<Blob | null> {
  if (!(await isHeic(file))) return null
  const turn = last.then(() => convert(file))
  last = turn.catch(() => null)
  return turn
}

/** The same file, or a JPEG in place of a readable HEIC photo. */
export async function shownEverywhere(file: File): Promise<File> {
  const jpeg = await jpegOfHeic(file)
  return jpeg ? new File([jpeg], file.name.replace(/\.\w+$/, '.jpg'), { type: jpeg.type }) : file
}

/** One at a time: decoding takes some 200 MB. */
let last: Promise<unknown> = Promise.resolve()

async function convert(file: Blob): Promise<Blob | null> {
  const canConvert =
    typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined' && typeof WebAssembly !== 'undefined'
  if (!canConvert) return null
  const worker = new Worker(new URL('./read-heic.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  const timer = setTimeout(() => resolve(null), LONGEST_MS)
  worker.onmessage = ({ data }: MessageEvent<HeicAnswer>) => resolve(data)
  worker.onerror = () => resolve(null)
  worker.postMessage(file)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

import { LIMITS } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import { type Drawing, type Drawn, drawPhoto } from './draw-photo.ts'
import { ACCEPTED_TYPES, fileProblem } from './photos.ts'

/** `hint`: acceptable, with a suggestion. */
export type Prepared = { ok: true; blob: Blob; hint?: string } | { ok: false; reason: string; canRetry: boolean }

/** Smaller files are not downscaled. */
const FINE_BYTES = 2 * 1024 * 1024

/** Validates, rotates and downscales a photo before upload, and strips its metadata. The server repeats these checks. */
export async function preparePhoto(blob: Blob, name: string, turns = 0): Promise<Prepared> {
  const problem = fileProblem({ name, type: blob.type, size: blob.size })
  if (problem) return { ok: false, reason: problem, canRetry: false }
  const isCopyWanted = blob.size > FINE_BYTES || !ACCEPTED_TYPES.includes(blob.type) || (await carriesNotes(blob))
  const drawing = { turns, maxEdge: LIMITS.photos.resizeEdge, isCopyWanted }
  let drawn = await drawAside({ blob, ...drawing })
  if (drawn.is === 'unreadable') {
    const { jpegOfHeic } = await import('../../lib/heic/heic.ts')
    const jpeg = await jpegOfHeic(blob)
    if (jpeg) drawn = await drawAside({ ...drawing, blob: jpeg, isCopyWanted: true })
  }
  if (drawn.is === 'unreadable') return { ok: false, reason: unreadable(name, blob.type), canRetry: false }
  const { width, height } = drawn
  if (Math.max(width, height) < LIMITS.photos.minEdge) {
    const reason = t('post.files.tooSmall', {
      width,
      height,
      minEdge: LIMITS.photos.minEdge,
    })
    return { ok: false, reason, canRetry: false }
  }
  const isSmall = Math.max(width, height) < LIMITS.photos.softEdge
  return {
    ok: true,
    blob: drawn.blob ?? blob,
    ...(isSmall
      ? {
          hint: t('post.files.ratherSmall', {
            name,
            width,
            height,
          }),
        }
      : {}),
  }
}

/** Whether the file has EXIF metadata. */
async function carriesNotes(blob: Blob): Promise<boolean> {
  const front = new Uint8Array(await blob.slice(0, 64 * 1024).arrayBuffer())
  return /exif|ns\.adobe\.com\/xap/i.test(new TextDecoder('latin1').decode(front))
}

let worker: Worker | null | undefined

function theWorker(): Worker | null {
  if (worker !== undefined) return worker
  const isPossible = typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined'
  worker = isPossible ? new Worker(new URL('./draw-photo.worker.ts', import.meta.url), { type: 'module' }) : null
  // The worker failed to load: draw on the main thread.
  worker?.addEventListener('error', () => {
    worker = null
  })
  return worker
}

function drawAside(drawing: Drawing): Promise<Drawn> {
  const helper = theWorker()
  if (!helper) return drawPhoto(drawing)
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const fallBack = () => resolve(drawPhoto(drawing))
    helper.addEventListener('error', fallBack, { once: true })
    port1.onmessage = ({ data }: MessageEvent<Drawn>) => {
      helper.removeEventListener('error', fallBack)
      port1.close()
      resolve(data)
    }
    helper.postMessage(drawing, [port2])
  })
}

function unreadable(name: string, type: string): string {
  if (/\.hei[cf]$/i.test(name) || /hei[cf]/.test(type)) {
    return t('post.files.heicUnreadable')
  }
  return t('post.files.notPicture')
}

import { LIMITS } from '../../../../contract/limits.ts'
import { ACCEPTED_TYPES, fileProblem } from './photos.ts'

export type Prepared = { ok: true; blob: Blob } | { ok: false; reason: string; canRetry: boolean }

/**
 * Looks at a chosen file before it travels: refuses what is no picture, and makes large pictures smaller so that the
 * upload takes seconds on a phone. The server judges, turns and strips every picture again; this only saves time.
 */
export async function preparePhoto(file: File): Promise<Prepared> {
  const problem = fileProblem(file)
  if (problem) return { ok: false, reason: problem, canRetry: false }
  const picture = await decode(file)
  if (!picture) return { ok: false, reason: unreadable(file), canRetry: true }
  try {
    const longest = Math.max(picture.width, picture.height)
    if (longest < LIMITS.photos.minEdge) {
      const size = `${picture.width} × ${picture.height}`
      return {
        ok: false,
        reason: `This photo is too small (${size}). Use ${LIMITS.photos.minEdge} pixels or more.`,
        canRetry: false,
      }
    }
    const isFine = longest <= LIMITS.photos.resizeEdge && ACCEPTED_TYPES.includes(file.type)
    const blob = isFine ? file : await resize(picture, Math.min(1, LIMITS.photos.resizeEdge / longest))
    return blob ? { ok: true, blob } : { ok: false, reason: unreadable(file), canRetry: true }
  } finally {
    picture.close()
  }
}

async function decode(file: File): Promise<ImageBitmap | null> {
  try {
    // Honours the camera's orientation, so a canvas copy stands upright.
    return await createImageBitmap(file)
  } catch {
    return null
  }
}

function resize(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88))
}

function unreadable(file: File): string {
  if (/\.hei[cf]$/i.test(file.name) || /hei[cf]/.test(file.type)) {
    return 'This browser cannot read HEIC photos. Save it as JPEG first.'
  }
  return 'This file is not a picture. Use JPEG, PNG or WebP.'
}

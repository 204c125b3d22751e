export interface Drawing {
  blob: Blob
  /** Longest side in pixels. */
  maxEdge: number
  /** Quarter turns clockwise, after EXIF orientation. */
  turns: number
  /** Redraw in any case, to strip metadata. */
  isCopyWanted: boolean
}

export type Drawn =
  | { is: 'unreadable' }
  /** `blob` is null if no change is needed. */
  | { is: 'drawn'; blob: Blob | null; width: number; height: number }

/** Orients, rotates and downscales a picture, in a worker if available. */
export async function drawPhoto({ blob, maxEdge, turns, isCopyWanted }: Drawing): Promise<Drawn> {
  const picture = await decode(blob)
  if (!picture) return { is: 'unreadable' }
  const { width, height } = picture
  try {
    const scale = Math.min(1, maxEdge / Math.max(width, height))
    if (scale === 1 && turns % 4 === 0 && !isCopyWanted) return { is: 'drawn', blob: null, width, height }
    const drawn = await copy(picture, scale, ((turns % 4) + 4) % 4)
    return drawn ? { is: 'drawn', blob: drawn, width, height } : { is: 'unreadable' }
  } finally {
    picture.close()
  }
}

async function decode(blob: Blob): Promise<ImageBitmap | null> {
  try {
    // Applies EXIF orientation.
    return await createImageBitmap(blob)
  } catch {
    return null
  }
}

function copy(picture: ImageBitmap, scale: number, turns: number): Promise<Blob | null> {
  const width = Math.round(picture.width * scale)
  const height = Math.round(picture.height * scale)
  const isOnItsSide = turns % 2 === 1
  const canvas = newCanvas(isOnItsSide ? height : width, isOnItsSide ? width : height)
  // Both canvas types have the same methods, but no common type.
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (!context) return Promise.resolve(null)
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(picture, -width / 2, -height / 2, width, height)
  return toJpeg(canvas)
}

function newCanvas(width: number, height: number): HTMLCanvasElement | OffscreenCanvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

function toJpeg(canvas: HTMLCanvasElement | OffscreenCanvas): Promise<Blob | null> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.88 })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88))
}

import { config } from '../app/config.ts'

export interface ImageSize {
  width: number
  height?: number
  resize?: 'cover' | 'contain' | 'fill'
  /** 20 to 100. */
  quality?: number
}

/** Widths that photos are asked for in: few enough to be cached, close enough to any layout. */
export const PHOTO_WIDTHS = [160, 320, 480, 640, 960, 1280] as const

/** Of our own origin only the path is said: the server that draws pages does not know under which name it was reached. */
export function ownOrigin(): string {
  return globalThis.location && location.origin !== config.url ? config.url : ''
}

/** Address of a public picture, transformed by the storage service to the size that is needed. */
export function imageUrl(bucket: string, path: string, size: ImageSize): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(size)) if (value !== undefined) query.set(name, String(value))
  const object = path.split('/').map(encodeURIComponent).join('/')
  return `${ownOrigin()}/storage/v1/render/image/public/${bucket}/${object}?${query}`
}

/** `srcset` over the standard widths. With a ratio (width / height) the server crops, so that no hidden pixel is sent. */
export function imageSrcSet(
  bucket: string,
  path: string,
  options: { ratio?: number; quality?: number; maxWidth?: number },
): string {
  const { ratio, quality, maxWidth } = options
  return PHOTO_WIDTHS.filter((width) => !maxWidth || width <= maxWidth || width === PHOTO_WIDTHS[0])
    .map((width) => {
      const crop = ratio
        ? { height: Math.round(width / ratio), resize: 'cover' as const }
        : { resize: 'contain' as const }
      return `${imageUrl(bucket, path, { width, ...crop, quality })} ${width}w`
    })
    .join(', ')
}

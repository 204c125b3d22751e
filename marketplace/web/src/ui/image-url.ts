import { PHOTO_WIDTHS, type PictureSize, photoSize, sizeQuery } from '../../../contract/ads/picture-sizes.ts'
import { config } from '../lib/config.ts'

/** Of our own origin only the path is said: the server that draws pages does not know under which name it was reached. */
export function ownOrigin(): string {
  return globalThis.location && location.origin !== config.url ? config.url : ''
}

/** Address of a public picture, transformed by the storage service to the size that is needed. */
export function imageUrl(bucket: string, path: string, size: PictureSize): string {
  const object = path.split('/').map(encodeURIComponent).join('/')
  return `${ownOrigin()}/storage/v1/render/image/public/${bucket}/${object}?${sizeQuery(size)}`
}

/** `srcset` over the standard widths. With a ratio (width / height) the server crops, so that few hidden pixels are sent. */
export function imageSrcSet(bucket: string, path: string, ratio?: number): string {
  return PHOTO_WIDTHS.map((width) => `${imageUrl(bucket, path, photoSize(width, ratio))} ${width}w`).join(', ')
}

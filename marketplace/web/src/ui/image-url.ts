import { PHOTO_WIDTHS, type PictureSize, photoSize, sizeQuery } from '../../../contract/ads/picture-sizes.ts'
import { config } from '../lib/config.ts'

/** Empty for our own origin, so URLs stay relative: the rendering server does not know the host name it was reached by. */
export function ownOrigin(): string {
  return globalThis.location && location.origin !== config.url ? config.url : ''
}

/** URL of a public picture, resized by the storage service. */
export function imageUrl(bucket: string, path: string, size: PictureSize): string {
  const object = path.split('/').map(encodeURIComponent).join('/')
  return `${ownOrigin()}/storage/v1/render/image/public/${bucket}/${object}?${sizeQuery(size)}`
}

/** `srcset` over the standard widths. With a ratio (width / height) the server crops, so that few hidden pixels are sent. */
export function imageSrcSet(bucket: string, path: string, ratio?: number): string {
  return PHOTO_WIDTHS.map((width) => `${imageUrl(bucket, path, photoSize(width, ratio))} ${width}w`).join(', ')
}

import { StorageError } from '../errors.ts'
import type { Transform } from './transform.ts'

/** A size in which an application shows images. */
export interface RenderSize {
  readonly width: number
  readonly height?: number
  readonly resize?: 'cover' | 'contain' | 'fill'
  readonly quality?: number
}

/** Sizes anonymous visitors may have rendered; any other size would cost unplanned work and memory. */
export type RenderSizes = readonly RenderSize[] | 'any'

/** @throws {StorageError} render_unlisted */
export function requireListed(sizes: RenderSizes, transform: Transform): void {
  if (sizes !== 'any' && !sizes.some((size) => isSize(size, transform))) throw new StorageError('render_unlisted')
}

/** The format is negotiated for each visitor; an explicit format would be another, costly variant. */
function isSize(size: RenderSize, { width, height, resize, quality, format, gravity }: Transform): boolean {
  return (
    width === size.width &&
    height === size.height &&
    (resize ?? 'cover') === (size.resize ?? 'cover') &&
    quality === size.quality &&
    (format === undefined || format === 'origin') &&
    gravity === undefined
  )
}

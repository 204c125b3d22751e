import { StorageError } from '../errors.ts'
import type { Transform } from './transform.ts'

/** A size in which an application shows pictures. */
export interface RenderSize {
  readonly width: number
  readonly height?: number
  readonly resize?: 'cover' | 'contain' | 'fill'
  readonly quality?: number
}

/** What visitors may have rendered: every other size costs work and memory that nobody planned for. */
export type RenderSizes = readonly RenderSize[] | 'any'

/** @throws {StorageError} render_unlisted */
export function requireListed(sizes: RenderSizes, transform: Transform): void {
  if (sizes !== 'any' && !sizes.some((size) => isSize(size, transform))) throw new StorageError('render_unlisted')
}

/** The format is negotiated for each visitor; one that is demanded would be another variant, and a costly one. */
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

import Type, { type Static } from 'typebox'

/** The longest side that can be asked for, in pixels; more is reduced to it. */
const MAX_SIDE = 2500

/** What a client may ask of a picture; the protocol's words. */
export const Transform = Type.Object({
  width: Type.Optional(Type.Integer({ minimum: 0 })),
  height: Type.Optional(Type.Integer({ minimum: 0 })),
  resize: Type.Optional(Type.Enum(['cover', 'contain', 'fill'])),
  quality: Type.Optional(Type.Integer({ minimum: 20, maximum: 100 })),
  format: Type.Optional(Type.Enum(['origin', 'webp', 'avif'])),
})
export type Transform = Static<typeof Transform>

export type OutputFormat = 'origin' | 'webp' | 'avif'

/** One variant of a picture, complete: equal requests have equal variants. */
export interface Variant {
  /** Pixels; null follows from the other side's ratio. */
  readonly width: number | null
  readonly height: number | null
  readonly resize: 'cover' | 'contain' | 'fill'
  /** Null: the encoder's default of this service. */
  readonly quality: number | null
  readonly output: OutputFormat
  /** The format as it was asked for, for the header; null when it was negotiated. */
  readonly explicitFormat: 'webp' | 'avif' | null
}

/** The only thing about `Accept` that an answer depends on. */
export function acceptsWebp(accept: string | undefined): boolean {
  return accept?.includes('image/webp') ?? false
}

/** WebP is chosen for whoever accepts it; a bare wildcard is no sign that it can be shown. AVIF only on request: it is slow to make. */
export function chooseVariant(transform: Transform, accept: string | undefined): Variant {
  const { format } = transform
  const explicitFormat = format === 'webp' || format === 'avif' ? format : null
  const negotiated = format === undefined && acceptsWebp(accept) ? 'webp' : 'origin'
  return {
    width: clampSide(transform.width),
    height: clampSide(transform.height),
    resize: transform.resize ?? 'cover',
    quality: transform.quality ?? null,
    output: explicitFormat ?? negotiated,
    explicitFormat,
  }
}

function clampSide(side: number | undefined): number | null {
  return side ? Math.min(side, MAX_SIDE) : null
}

/** True when there is something to do beyond handing out the original. */
export function isEffective(transform: Transform): boolean {
  const { width, height, quality, format, resize } = transform
  return Boolean(width || height || quality || resize || (format && format !== 'origin'))
}

const RESIZING_TYPES = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** Value of X-Transformations, for example `height:200,width:200,resizing_type:fill,quality:60`. */
export function describeVariant({ width, height, resize, quality, explicitFormat }: Variant): string {
  return [
    height === null ? null : `height:${height}`,
    width === null ? null : `width:${width}`,
    width === null && height === null ? null : `resizing_type:${RESIZING_TYPES[resize]}`,
    quality === null ? null : `quality:${quality}`,
    explicitFormat === null ? null : `format:${explicitFormat}`,
  ]
    .filter((part) => part !== null)
    .join(',')
}

/** The claim inside a signed URL; `parseTransformClaim` reads it back. */
export function transformClaim({ width, height, resize, quality }: Transform): string {
  return [
    height ? `height:${height}` : null,
    width ? `width:${width}` : null,
    resize ? `resize:${resize}` : null,
    quality ? `quality:${quality}` : null,
  ]
    .filter((part) => part !== null)
    .join(',')
}

export function parseTransformClaim(claim: string | undefined, format: string | undefined): Transform {
  const given = new Map((claim ?? '').split(',').map((part) => part.split(':', 2) as [string, string | undefined]))
  const side = (name: string) => (given.has(name) ? Number(given.get(name)) : undefined)
  const resize = given.get('resize')
  return {
    width: side('width'),
    height: side('height'),
    quality: side('quality'),
    resize: resize === 'contain' || resize === 'fill' ? resize : 'cover',
    format: format === 'origin' || format === 'webp' || format === 'avif' ? format : undefined,
  }
}

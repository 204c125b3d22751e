import Type, { type Static } from 'typebox'
import { StorageError } from '../errors.ts'

/** Longest side in pixels; larger requests are reduced to it. */
const MAX_SIDE = 2500

/** The part of the image that cropping keeps: a side, a corner, the centre, the most salient area (sm), a point (fp). */
const GRAVITIES = ['no', 'so', 'ea', 'we', 'noea', 'nowe', 'soea', 'sowe', 'ce', 'sm', 'fp'] as const

export interface Gravity {
  readonly kind: (typeof GRAVITIES)[number]
  /** Coordinates of the focal point, 0 to 1; otherwise an offset in pixels from the side or the centre. */
  readonly x: number
  readonly y: number
}

/** Transformation parameters of the protocol. */
export const Transform = Type.Object({
  width: Type.Optional(Type.Integer({ minimum: 0 })),
  height: Type.Optional(Type.Integer({ minimum: 0 })),
  resize: Type.Optional(Type.Enum(['cover', 'contain', 'fill'])),
  quality: Type.Optional(Type.Integer({ minimum: 20, maximum: 100 })),
  format: Type.Optional(Type.Enum(['origin', 'webp', 'avif'])),
  gravity: Type.Optional(Type.Enum(GRAVITIES)),
  x_offset: Type.Optional(Type.Number()),
  y_offset: Type.Optional(Type.Number()),
})
export type Transform = Static<typeof Transform>

type OutputFormat = 'origin' | 'webp' | 'avif'

/** A fully resolved variant: equal requests have equal variants. */
export interface Variant {
  /** Pixels; null when derived from the other side's ratio. */
  readonly width: number | null
  readonly height: number | null
  readonly resize: 'cover' | 'contain' | 'fill'
  /** Null for the encoder's default of this service. */
  readonly quality: number | null
  /** Null for the centre. */
  readonly gravity: Gravity | null
  readonly output: OutputFormat
  /** The explicitly requested format, for the header; null when it was negotiated. */
  readonly explicitFormat: 'webp' | 'avif' | null
}

/** The part of `Accept` that an answer depends on; a bare wildcard does not prove that a format is supported. */
export function acceptedFormats(accept: string | undefined): { readonly webp: boolean; readonly avif: boolean } {
  return { webp: accept?.includes('image/webp') ?? false, avif: accept?.includes('image/avif') ?? false }
}

/**
 * Chooses the best format that the client accepts, unless the request names one.
 * @param prefersAvif the bucket has `avif_autodetection`: a fifth smaller than WebP, half the time to encode
 * @throws {StorageError} invalid_request for a focal point without coordinates
 */
export function chooseVariant(transform: Transform, accept: string | undefined, prefersAvif = false): Variant {
  const { format } = transform
  const explicitFormat = format === 'webp' || format === 'avif' ? format : null
  const accepted = acceptedFormats(accept)
  const best = prefersAvif && accepted.avif ? 'avif' : accepted.webp ? 'webp' : 'origin'
  const negotiated = format === undefined ? best : 'origin'
  return {
    width: clampSide(transform.width),
    height: clampSide(transform.height),
    resize: transform.resize ?? 'cover',
    quality: transform.quality ?? null,
    gravity: readGravity(transform),
    output: explicitFormat ?? negotiated,
    explicitFormat,
  }
}

function clampSide(side: number | undefined): number | null {
  return side ? Math.min(side, MAX_SIDE) : null
}

function readGravity({ gravity, x_offset: x, y_offset: y }: Transform): Gravity | null {
  if (gravity === undefined) return null
  if (gravity !== 'fp') return { kind: gravity, x: Math.trunc(x ?? 0), y: Math.trunc(y ?? 0) }
  if (!isShare(x) || !isShare(y)) {
    throw new StorageError('invalid_request', 'gravity fp needs x_offset and y_offset from 0 to 1')
  }
  return { kind: gravity, x, y }
}

function isShare(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= 1
}

function describeGravity({ kind, x, y }: Gravity): string {
  return kind === 'fp' || x !== 0 || y !== 0 ? `${kind}:${x}:${y}` : kind
}

/** True when the original needs to be transformed. */
export function isEffective(transform: Transform): boolean {
  const { width, height, quality, format, resize, gravity } = transform
  return Boolean(width || height || quality || resize || gravity || (format && format !== 'origin'))
}

const RESIZING_TYPES = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** Value of X-Transformations, for example `height:200,width:200,resizing_type:fill,quality:60`. */
export function describeVariant({ width, height, resize, quality, explicitFormat, gravity }: Variant): string {
  return [
    height === null ? null : `height:${height}`,
    width === null ? null : `width:${width}`,
    width === null && height === null ? null : `resizing_type:${RESIZING_TYPES[resize]}`,
    quality === null ? null : `quality:${quality}`,
    explicitFormat === null ? null : `format:${explicitFormat}`,
    gravity === null ? null : `gravity:${describeGravity(gravity)}`,
  ]
    .filter((part) => part !== null)
    .join(',')
}

/** The claim inside a signed URL; `parseTransformClaim` reads it back. */
export function transformClaim(transform: Transform): string {
  const { width, height, resize, quality } = transform
  const gravity = readGravity(transform)
  return [
    height ? `height:${height}` : null,
    width ? `width:${width}` : null,
    resize ? `resize:${resize}` : null,
    quality ? `quality:${quality}` : null,
    gravity ? `gravity:${describeGravity(gravity)}` : null,
  ]
    .filter((part) => part !== null)
    .join(',')
}

export function parseTransformClaim(claim: string | undefined, format: string | undefined): Transform {
  const given = new Map(
    (claim ?? '').split(',').map((part) => [part.split(':', 1)[0] ?? '', part.replace(/^[^:]*:/, '')]),
  )
  const [gravity, x, y] = (given.get('gravity') ?? '').split(':')
  const side = (name: string) => (given.has(name) ? Number(given.get(name)) : undefined)
  const resize = given.get('resize')
  return {
    width: side('width'),
    height: side('height'),
    quality: side('quality'),
    resize: resize === 'contain' || resize === 'fill' ? resize : 'cover',
    format: format === 'origin' || format === 'webp' || format === 'avif' ? format : undefined,
    gravity: GRAVITIES.find((known) => known === gravity),
    x_offset: x === undefined ? undefined : Number(x),
    y_offset: y === undefined ? undefined : Number(y),
  }
}

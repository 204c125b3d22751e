import sharp, { type Sharp } from 'sharp'
import type { Gravity } from './transform.ts'

interface Size {
  readonly width: number
  readonly height: number
}

interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** Covers the wanted size and crops the rest, keeping the part that gravity selects. */
export function cover(image: Sharp, source: Size, wanted: Size, gravity: Gravity): Sharp {
  const common = { ...wanted, fit: 'cover', withoutEnlargement: true } as const
  if (gravity.kind === 'sm') return image.resize({ ...common, position: sharp.strategy.attention })
  const scale = Math.min(1, Math.max(wanted.width / source.width, wanted.height / source.height))
  const scaled = { width: Math.round(source.width * scale), height: Math.round(source.height * scale) }
  return image.resize({ ...scaled, fit: 'fill' }).extract(boxIn(scaled, wanted, gravity))
}

/** Position of the kept part within the scaled image. */
export function boxIn(scaled: Size, wanted: Size, gravity: Gravity): Box {
  const width = Math.min(scaled.width, wanted.width)
  const height = Math.min(scaled.height, wanted.height)
  const [free, freeBelow] = [scaled.width - width, scaled.height - height]
  const { kind, x, y } = gravity
  if (kind === 'fp') {
    const left = clamp(x * scaled.width - width / 2, free)
    return { left, top: clamp(y * scaled.height - height / 2, freeBelow), width, height }
  }
  const left = kind.endsWith('we') ? x : kind.endsWith('ea') ? free - x : free / 2 + x
  const top = kind.startsWith('no') ? y : kind.startsWith('so') ? freeBelow - y : freeBelow / 2 + y
  return { left: clamp(left, free), top: clamp(top, freeBelow), width, height }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, Math.round(value)))
}

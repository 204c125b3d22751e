import type { CSSProperties, ReactNode } from 'react'
import { preload } from 'react-dom'
import { cx } from './cx.ts'

const FILES = import.meta.glob<string>('./arch-photos/*.webp', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

interface ArchProps {
  /** Width / height. */
  ratio?: number
  /** Sits on a ground line: no rounding at the bottom. */
  flat?: boolean
  className?: string
  style?: CSSProperties
  children?: ReactNode
}

/** The arch shape. It stands for "place": heroes, categories, empty states; never an item in a list. */
export function Arch({ ratio = 0.88, flat, className, style, children }: ArchProps) {
  return (
    <span
      style={{ ...style, '--arch-ratio': ratio } as CSSProperties}
      className={cx('arch relative block', flat && 'arch-flat', className)}
    >
      {children}
    </span>
  )
}

interface ArchImageProps extends ArchProps {
  /** Name of a file in `arch-photos`. */
  name: string
  /** Media query of the windows in which it is above the fold: preloaded there, and not loaded where it is hidden. */
  priority?: string
  imageClassName?: string
  /** Fallback when there is no such picture. */
  children?: ReactNode
}

/** One of our own pictures in an arch; decorative. */
export function ArchImage({ name, priority, imageClassName, children, ...arch }: ArchImageProps) {
  const src = FILES[`./arch-photos/${name}.webp`]
  if (import.meta.env.SSR && priority && src) preload(src, { as: 'image', fetchPriority: 'high', media: priority })
  return (
    <Arch {...arch}>
      {src ? (
        <img
          src={src}
          alt=""
          decoding="async"
          loading="lazy"
          className={cx('absolute inset-0 size-full object-cover', imageClassName)}
        />
      ) : (
        children
      )}
    </Arch>
  )
}

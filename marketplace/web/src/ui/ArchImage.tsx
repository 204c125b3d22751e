import type { CSSProperties, ReactNode } from 'react'
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
  /** Loads eagerly: it is above the fold. */
  priority?: boolean
  imageClassName?: string
  /** Fallback when there is no such picture. */
  children?: ReactNode
}

/** One of our own pictures in an arch; decorative. */
export function ArchImage({ name, priority, imageClassName, children, ...arch }: ArchImageProps) {
  const src = FILES[`./arch-photos/${name}.webp`]
  return (
    <Arch {...arch}>
      {src ? (
        <img
          src={src}
          alt=""
          decoding="async"
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          className={cx('absolute inset-0 size-full object-cover', imageClassName)}
        />
      ) : (
        children
      )}
    </Arch>
  )
}

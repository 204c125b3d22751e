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
  /** Stands on a ground line: no rounding below. */
  flat?: boolean
  className?: string
  style?: CSSProperties
  children?: ReactNode
}

/** The house shape. It means "place": heroes, categories, empty states; never an item in a list. */
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
  /** Of a file in `arch-photos`. */
  name: string
  /** At once and before others: it is in the first view. */
  priority?: boolean
  imageClassName?: string
  /** Instead, where there is no such picture. */
  children?: ReactNode
}

/** One of our own pictures behind an arch; decoration. */
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

import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Photo, type PhotoProps } from './Photo.tsx'

interface ArchProps {
  /** Width / height. */
  ratio?: number
  /** Stands on a ground line: no rounding below. */
  flat?: boolean
  className?: string
  children?: ReactNode
}

/** The house shape. It means "place": heroes, categories, steps, empty states; never a thing for sale in a list. */
export function Arch({ ratio = 0.88, flat, className, children }: ArchProps) {
  return (
    <span
      style={{ '--arch-ratio': ratio } as CSSProperties}
      className={cx('arch relative block', flat && 'arch-flat', className)}
    >
      {children}
    </span>
  )
}

/** A photo behind an arch. */
export function ArchImage({
  ratio = 0.88,
  flat,
  className,
  ...photo
}: Omit<PhotoProps, 'ratio'> & Omit<ArchProps, 'children'>) {
  return (
    <Arch ratio={ratio} flat={flat} className={className}>
      <Photo {...photo} ratio={ratio} className="size-full" />
    </Arch>
  )
}

import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const TONES = {
  saffron: 'bg-saffron text-on-saffron',
  offer: 'bg-saffron-soft text-saffron-ink',
  ink: 'bg-ink text-paper',
  brand: 'bg-brand-soft text-brand-ink',
  neutral: 'bg-badge-neutral text-ink-2',
  success: 'bg-success-soft text-success-ink',
  danger: 'bg-danger-soft text-danger-ink',
  info: 'bg-info-soft text-info-ink',
  clay: 'bg-clay-soft text-clay-ink',
} as const

export type BadgeTone = keyof typeof TONES

/**
 * A one-word status. Price drop saffron, New today ink, Free and Ships brand, Reserved neutral, Active success, Offer offer, Sold info,
 * Paused danger.
 */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1 whitespace-nowrap rounded-badge px-2 text-[12px]/4 font-semibold',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

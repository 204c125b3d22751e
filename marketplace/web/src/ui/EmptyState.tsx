import type { ReactNode } from 'react'
import { Arch } from './ArchImage.tsx'
import { cx } from './cx.ts'

const TONES = {
  neutral: 'bg-sunken text-brand',
  clay: 'bg-clay-soft text-clay',
  saffron: 'bg-saffron-soft text-saffron-ink',
  danger: 'bg-danger-soft text-danger-ink',
  info: 'bg-info-soft text-info-ink',
} as const

interface EmptyStateProps {
  title: ReactNode
  line?: ReactNode
  /** One or two buttons. */
  action?: ReactNode
  /** A lucide icon at 1.75 stroke; shown at 36 px in the arch. */
  icon?: ReactNode
  tone?: keyof typeof TONES
  /** Heading level that fits the surrounding page. */
  as?: 'h1' | 'h2' | 'h3'
  className?: string
}

/** Says that there is nothing here, and what to do next. */
export function EmptyState({
  title,
  line,
  action,
  icon,
  tone = 'neutral',
  as: Heading = 'h2',
  className,
}: EmptyStateProps) {
  return (
    <div className={cx('grid max-w-sm justify-items-start', className)}>
      {icon ? (
        <Arch className={cx('mb-5 grid w-28 place-items-center [&>svg]:size-9', TONES[tone])}>{icon}</Arch>
      ) : null}
      <Heading className="font-display text-[22px]/7 font-[640] tracking-[-0.02em]">{title}</Heading>
      {line ? <p className="mt-2 text-ink-2">{line}</p> : null}
      {action ? <div className="mt-4 flex flex-wrap items-center gap-2">{action}</div> : null}
    </div>
  )
}

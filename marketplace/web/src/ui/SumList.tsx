import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Names with amounts; pass `Sum`s. */
export function SumList({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cx('tnum grid gap-2.5', className)}>{children}</dl>
}

interface SumProps {
  name: ReactNode
  /** Below the name, such as what it is for. */
  line?: ReactNode
  isTotal?: boolean
  /** In the display face. */
  isLarge?: boolean
  children: ReactNode
}

export function Sum({ name, line, isTotal = false, isLarge = false, children }: SumProps) {
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4',
        isTotal ? 'border-t border-line pt-3 font-semibold' : 'text-ink-2',
      )}
    >
      <dt>
        {name}
        {line ? <span className="type-small block font-normal text-ink-3">{line}</span> : null}
      </dt>
      <dd className={cx('text-end text-ink', isLarge && 'font-display text-[22px]/7 font-[680] tracking-[-0.02em]')}>
        {children}
      </dd>
    </div>
  )
}

import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** The teal band with a scalloped lower edge. At most one per page. */
export function Awning({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className="text-on-awning">
      <div className={cx('bg-awning', className)}>{children}</div>
      <div aria-hidden="true" className="awning-edge" />
    </div>
  )
}

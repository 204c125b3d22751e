import { useEffect, useState } from 'react'
import { cx } from './cx.ts'

/** A grey placeholder with the exact geometry of the content; set size and radius by class. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" data-waiting="" className={cx('skeleton-fill block', className ?? 'h-4 rounded-badge')} />
  )
}

/** True once `waiting` has lasted `delayMs`: skeletons wait 150 ms and the page spinner 200, so that fast answers do not flash. */
export function useDelayed(waiting: boolean, delayMs = 150): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [waiting, delayMs])
  return waiting && late
}

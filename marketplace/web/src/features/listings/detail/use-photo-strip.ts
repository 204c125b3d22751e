import { useRef, useState } from 'react'

/**
 * Photos in a scroll-snapping row: tracks which one is shown, by swipe or by key. Spread `strip` over the row. During a turn by key, the
 * photos scrolled past do not count as shown.
 */
export function usePhotoStrip(count: number, start = 0) {
  const ref = useRef<HTMLUListElement>(null)
  const target = useRef<number | null>(null)
  const [shown, setShown] = useState(start)
  const letGo = () => {
    target.current = null
  }
  const show = (at: number, behavior: ScrollBehavior = turning()) => {
    const next = Math.min(count - 1, Math.max(0, at))
    target.current = next
    setShown(next)
    ref.current?.scrollTo({ left: next * ref.current.clientWidth, behavior })
  }
  const onScroll = () => {
    const row = ref.current
    if (!row || row.clientWidth === 0) return
    const at = Math.round(row.scrollLeft / row.clientWidth)
    if (target.current === null) setShown(at)
    else if (at === target.current) letGo()
  }
  return { shown, show, strip: { ref, onScroll, onPointerDown: letGo, onWheel: letGo } }
}

function turning(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}

import { type RefObject, useEffect, useState } from 'react'

/** Pixels from the corner of the window that the button with its words takes at most. */
const WIDTH = 260
const HEIGHT = 84
const STEP = 20
const SETTLED_MS = 200

/** What one reads or touches. Everything else is ground. */
const CONTENT =
  'a, button, label, input, select, textarea, img, svg, canvas, video, p, li, dt, dd, td, th, h1, h2, h3, [role]:not(main)'

/** Whether there is nothing but ground in the corner: at the top of a page only, for what is scrolled comes and goes there. */
export function useHasRoom(button: RefObject<HTMLElement | null>): boolean {
  const [hasRoom, setHasRoom] = useState(false)
  useEffect(() => {
    let frame = 0
    const look = () => setHasRoom(window.scrollY < 8 && isEmpty(button.current))
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    // A page that fills grows, and so does one that takes the place of another.
    const growth = new ResizeObserver(lookSoon)
    growth.observe(document.body)
    // What comes late may fill a place that was kept for it.
    let wait = 0
    const arrivals = new MutationObserver(() => {
      clearTimeout(wait)
      wait = window.setTimeout(lookSoon, SETTLED_MS)
    })
    arrivals.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('scroll', lookSoon, { passive: true })
    window.addEventListener('resize', lookSoon)
    return () => {
      cancelAnimationFrame(frame)
      growth.disconnect()
      clearTimeout(wait)
      arrivals.disconnect()
      window.removeEventListener('scroll', lookSoon)
      window.removeEventListener('resize', lookSoon)
    }
  }, [button])
  return hasRoom
}

function isEmpty(button: HTMLElement | null): boolean {
  const { clientWidth, clientHeight } = document.documentElement
  for (let x = clientWidth - WIDTH; x < clientWidth; x += STEP) {
    for (let y = clientHeight - HEIGHT; y < clientHeight; y += STEP) {
      const [front, ...behind] = document.elementsFromPoint(x, y).filter((element) => !button?.contains(element))
      // What lies behind counts as well: a map is a canvas below empty layers.
      if (front?.closest(CONTENT) || behind.some((element) => element.matches(CONTENT))) return false
    }
  }
  return true
}

import { type RefObject, useEffect, useState } from 'react'

/** Maximum width of the button with text, in pixels. */
const WIDTH = 260
const HEIGHT = 84
const STEP = 20
const SETTLED_MS = 200

/** Where the button is shown at all: looking for room makes the browser lay out the page. */
const WIDE = '(min-width: 48rem)'

/** Interactive or readable elements. */
const CONTENT =
  'a, button, label, input, select, textarea, img, svg, canvas, video, p, li, dt, dd, td, th, h1, h2, h3, [role]:not(main)'

/** Whether the corner is empty, at the top of the page only. */
export function useHasRoom(button: RefObject<HTMLElement | null>): boolean {
  const [hasRoom, setHasRoom] = useState(false)
  useEffect(() => {
    let frame = 0
    const wide = matchMedia(WIDE)
    const look = () => setHasRoom(wide.matches && window.scrollY < 8 && isEmpty(button.current))
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    // Recheck when the page grows or changes.
    const growth = new ResizeObserver(lookSoon)
    growth.observe(document.body)
    // Late content may fill reserved space.
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
      // Check stacked elements too: a map is a canvas below empty layers.
      if (front?.closest(CONTENT) || behind.some((element) => element.matches(CONTENT))) return false
    }
  }
  return true
}

import { useEffect } from 'react'
import { drawAsOf } from '../lib/drawn.ts'

/** What was pressed on a page that was drawn and not yet live; index.html keeps it. */
declare global {
  interface Window {
    pressedEarly?: HTMLElement[]
  }
}

/** Stands behind the page: once it answers, that is said at the document, and what was pressed before happens now. */
export function Live() {
  useEffect(() => {
    drawAsOf(null)
    document.documentElement.dataset.live = ''
    for (const button of window.pressedEarly?.splice(0) ?? []) if (button.isConnected) button.click()
  }, [])
  return null
}

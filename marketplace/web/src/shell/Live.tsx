import { useEffect } from 'react'
import { renderAsOf } from '../lib/server-rendered.ts'

/** Buttons pressed on a server-rendered page before hydration; index.html records them. */
declare global {
  interface Window {
    pressedEarly?: HTMLElement[]
  }
}

/** Rendered after the page: marks the document as live after hydration and replays earlier clicks. */
export function Live() {
  useEffect(() => {
    renderAsOf(null)
    document.documentElement.dataset.live = ''
    for (const button of window.pressedEarly?.splice(0) ?? []) if (button.isConnected) button.click()
  }, [])
  return null
}

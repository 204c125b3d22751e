import { useEffect, useEffectEvent } from 'react'
import { navigate } from '../lib/router.tsx'
import { PHONES } from './phones.ts'

/** The open overlays by the marker in their history entry, with the URL of the page beneath. */
const open = new Map<string, string>()
let counted = 0

const markOnTop = (): unknown => (history.state as { overlay?: unknown } | null)?.overlay
const onTop = () => [...open.keys()].at(-1)
const setMark = (overlay: string | undefined) => history.replaceState({ ...history.state, overlay }, '')
const addressNow = () => location.pathname + location.search + location.hash

/** Skips a history entry whose overlay is gone (it closed when the page navigated). */
function stepOverOrphans(): void {
  const mark = markOnTop()
  if (typeof mark === 'string' && !open.has(mark)) history.back()
}
if (globalThis.window) window.addEventListener('popstate', stepOverOrphans)

/** Like `navigate`, but under an open overlay it replaces that overlay's entry, so that one Back closes it. */
export function navigateBeneath(to: string, options?: { replace: boolean }): void {
  const top = onTop()
  navigate(to, top ? { replace: true } : options)
  if (!top) return
  setMark(top)
  for (const mark of open.keys()) open.set(mark, addressNow())
}

/**
 * On phones, Back closes an overlay before it leaves the page, as in apps. The overlay has its own history entry, removed when it closes by other
 * means; if the URL changed beneath it, the entry becomes the page's.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closeByBack = useEffectEvent((wanted: string) => {
    close()
    const isSamePage = wanted.split(/[?#]/, 1)[0] === location.pathname
    if (isSamePage && wanted !== addressNow()) navigateBeneath(wanted, { replace: markOnTop() !== undefined })
  })

  useEffect(() => {
    if (!isOpen || !window.matchMedia(PHONES).matches) return
    counted += 1
    const mark = `${performance.timeOrigin} ${counted}`
    const openedAt = addressNow()
    open.set(mark, openedAt)
    history.pushState({ ...history.state, overlay: mark }, '')
    const onPop = () => {
      // An overlay opened from this one closes first.
      if (onTop() !== mark) return
      const wanted = open.get(mark) ?? openedAt
      // That one has closed. If the URL changed meanwhile, Back arrives here as well, and means this overlay.
      if (markOnTop() === mark && wanted === openedAt) return
      open.delete(mark)
      closeByBack(wanted)
    }
    // Before the router renders the page that Back leads to.
    window.addEventListener('popstate', onPop, { capture: true })
    return () => {
      window.removeEventListener('popstate', onPop, { capture: true })
      if (!open.delete(mark)) return
      // Deferred: the code that closed it may navigate immediately, and Back would undo that.
      setTimeout(() => {
        if (markOnTop() !== mark) return
        if (addressNow() === openedAt) history.back()
        else setMark(onTop())
      })
    }
  }, [isOpen])
}

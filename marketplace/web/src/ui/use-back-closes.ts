import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

/** Where Back is a gesture, and dialogs are sheets (Dialog.tsx). */
const PHONES = '(max-width: 639px)'

/** What lies over the page now, by the mark that its entry of the history carries, with the address of the page under it. */
const open = new Map<string, string>()
let counted = 0

const markOnTop = (): unknown => (history.state as { overlay?: unknown } | null)?.overlay
const onTop = () => [...open.keys()].at(-1)
const setMark = (overlay: string | undefined) => history.replaceState({ ...history.state, overlay }, '')
const addressNow = () => location.pathname + location.search + location.hash

/** An entry whose overlay is gone (it closed as the page went on) is stepped over. */
function stepOverOrphans(): void {
  const mark = markOnTop()
  if (typeof mark === 'string' && !open.has(mark)) history.back()
}
if (globalThis.window) window.addEventListener('popstate', stepOverOrphans)

/** Goes to an address as `useNavigate` does. Under an open overlay the entry of that one changes, so that one Back closes it. */
export function useNavigateBeneath() {
  const navigate = useNavigate()
  return (to: string, options?: { replace: boolean }) => {
    const top = onTop()
    void navigate(to, top ? { replace: true } : options)
    if (!top) return
    setMark(top)
    for (const mark of open.keys()) open.set(mark, addressNow())
  }
}

/**
 * On phones Back closes what lies over the page, as in apps, and leaves the page only then. It has an entry of its own in the
 * history for that, which goes when it closes by other means; where the address changed under it, that entry is the page's.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const navigate = useNavigateBeneath()
  const closeByBack = useEffectEvent((wanted: string) => {
    close()
    const isSamePage = wanted.split(/[?#]/, 1)[0] === location.pathname
    if (isSamePage && wanted !== addressNow()) navigate(wanted, { replace: markOnTop() !== undefined })
  })

  useEffect(() => {
    if (!isOpen || !window.matchMedia(PHONES).matches) return
    counted += 1
    const mark = `${performance.timeOrigin} ${counted}`
    const openedAt = addressNow()
    open.set(mark, openedAt)
    history.pushState({ ...history.state, overlay: mark }, '')
    const onPop = () => {
      // One that was opened from this one goes first.
      if (onTop() !== mark) return
      const wanted = open.get(mark) ?? openedAt
      // That one has closed. Where the address has changed meanwhile, Back leads here as well, and means this one.
      if (markOnTop() === mark && wanted === openedAt) return
      open.delete(mark)
      closeByBack(wanted)
    }
    // Before the router draws the page that Back leads to.
    window.addEventListener('popstate', onPop, { capture: true })
    return () => {
      window.removeEventListener('popstate', onPop, { capture: true })
      if (!open.delete(mark)) return
      // Later: what closed it may go on to another page at once, and Back would undo that.
      setTimeout(() => {
        if (markOnTop() !== mark) return
        if (addressNow() === openedAt) history.back()
        else setMark(onTop())
      })
    }
  }, [isOpen])
}

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

const CategoryMenu = lazy(async () => ({
  default: (await import('../features/listings/CategoryMenu.tsx')).CategoryMenu,
}))

/** Delay before the menu opens on hover, and before it closes. Milliseconds. */
const OPENS_MS = 150
const CLOSES_MS = 250

/** The category menu, below a link to the categories page: for a mouse; keyboards and touch use the page. */
export function WithCategoryMenu({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = (open: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(open), open ? OPENS_MS : CLOSES_MS)
  }
  const close = () => {
    clearTimeout(timer.current)
    setIsOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    const listen = ({ key }: KeyboardEvent) => (key === 'Escape' ? setIsOpen(false) : undefined)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside leads to the same categories
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the link leaves the page
    <div
      className="relative"
      onPointerEnter={({ pointerType }) => (pointerType === 'mouse' ? soon(true) : undefined)}
      onPointerLeave={() => soon(false)}
      onClick={close}
    >
      {children}
      {isOpen ? (
        <div className="absolute end-0 top-full pt-5">
          <Suspense fallback={null}>
            <CategoryMenu onChosen={close} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}

import { Ellipsis } from 'lucide-react'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { Menu } from './Menu.tsx'

/** As long as phones wait for it elsewhere. */
const HOLD_MS = 500
/** A finger that moves further scrolls. */
const SLOP_PX = 10

interface HoldMenuProps {
  /** Names the button, such as "More about this message of 14:03". */
  label: string
  /** Null when there is nothing to be done. */
  items: ReactNode | null
  /** Which end the button stands at. */
  side: 'start' | 'end'
  children: ReactNode
}

/**
 * Something with a menu of its own: a button shows beside it under the pointer and on focus, and on touch screens, where
 * it would stand beside everything, holding a finger on it opens the same menu.
 */
export function HoldMenu({ label, items, side, children }: HoldMenuProps) {
  const [open, setOpen] = useState(false)
  const hold = useHold(items === null ? null : () => setOpen(true))
  const button =
    items === null ? null : (
      <Menu
        label={label}
        align={side}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <IconButton
            label={label}
            size={36}
            className={cx(
              'pointer-fine:opacity-0 transition-opacity focus-visible:opacity-100 group-hover/hold:opacity-100',
              'data-[state=open]:opacity-100 pointer-coarse:not-focus-visible:sr-only',
            )}
          >
            <Ellipsis aria-hidden="true" strokeWidth={1.75} className="size-4 text-ink-3" />
          </IconButton>
        }
      >
        {items}
      </Menu>
    )
  return (
    <div
      {...hold}
      className={cx(
        'group/hold relative flex min-w-0 items-center gap-1 pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
        side === 'start' && 'justify-end',
      )}
    >
      {side === 'start' ? button : null}
      {children}
      {side === 'end' ? button : null}
    </div>
  )
}

/** Handlers that call back when one finger rests on an element. */
function useHold(onHold: (() => void) | null) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const held = useRef(false)
  const isTouch = useRef(false)
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown: (event: PointerEvent) => {
      stop()
      held.current = false
      isTouch.current = event.pointerType !== 'mouse'
      if (!isTouch.current || !onHold) return
      from.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(() => {
        held.current = true
        onHold()
      }, HOLD_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > SLOP_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: { preventDefault(): void }) => {
      if (isTouch.current && onHold) event.preventDefault()
    },
    // The mouse events that would follow move the focus out of the menu, which closes it, or open the photo behind it.
    onTouchEnd: (event: { preventDefault(): void }) => {
      if (held.current) event.preventDefault()
      held.current = false
    },
  }
}

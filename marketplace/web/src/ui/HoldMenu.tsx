import { Ellipsis } from 'lucide-react'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { Menu } from './Menu.tsx'

/** Long-press delay, the same as the phone platforms use. */
const HOLD_MS = 500
/** Moving the finger further than this scrolls instead. */
const SLOP_PX = 10

interface HoldMenuProps {
  /** Accessible name of the button, such as "More about this message of 14:03". */
  label: string
  /** Null when there are no actions. */
  items: ReactNode | null
  /** The end at which the button is shown. */
  side: 'start' | 'end'
  children: ReactNode
}

/**
 * Content with a context menu: a button appears beside it on hover and focus; on touch screens, where it would always show, a long press
 * opens the same menu.
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

/** Handlers that call back on a one-finger long press. */
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
    // The mouse events that follow would move the focus out of the menu, closing it, or open the photo behind it.
    onTouchEnd: (event: { preventDefault(): void }) => {
      if (held.current) event.preventDefault()
      held.current = false
    },
  }
}

import { Popover } from 'radix-ui'
import { type ReactNode, type RefObject, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import { PHONES } from './phones.ts'

interface PopoverSheetProps {
  title: string
  /** The anchor, which also gets the focus back. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
  align?: 'start' | 'end'
  /** Shown at the bottom of a sheet. */
  footer?: ReactNode
  children: ReactNode
}

/** An open popover anchored to a button; on phones a sheet. */
export function PopoverSheet({ title, button, onClose, align = 'end', footer, children }: PopoverSheetProps) {
  const [isPhone] = useState(() => window.matchMedia(PHONES).matches)
  const change = (open: boolean) => open || onClose()
  if (isPhone) {
    return (
      <Dialog open onOpenChange={change} title={title} footer={footer}>
        {children}
      </Dialog>
    )
  }
  return (
    <Popover.Root open onOpenChange={change}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          align={align}
          sideOffset={14}
          collisionPadding={16}
          aria-label={title}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            button.current?.focus()
          }}
          className="z-20 w-[min(420px,calc(100vw-2rem))] rounded-panel border border-line bg-surface p-4 shadow-3 focus:outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

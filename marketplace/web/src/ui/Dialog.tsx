import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { t } from '../i18n/t.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { useBackCloses } from './use-back-closes.ts'

interface DialogProps {
  open?: boolean
  /** Instead of `open` and `onOpenChange`, for a dialog that is open as long as it is rendered. */
  onClose?: (() => void) | undefined
  onOpenChange?: (open: boolean) => void
  /** A button that opens it; omit when `open` is controlled. */
  trigger?: ReactNode
  title: ReactNode
  /** One sentence under the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom; they stay visible while the content scrolls. */
  footer?: ReactNode
  /** Label of a button before those of the footer, which closes the dialog. */
  cancel?: string | undefined
  /** `sheet` fills the height on phones (filters); `dialog` is as tall as its content. */
  kind?: 'dialog' | 'sheet'
  className?: string
}

/** A dialog; below 640 px a bottom sheet, which Back closes. Focus and Escape are handled by Radix. */
export function Dialog({
  onClose,
  open = onClose && true,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  footer,
  cancel,
  kind = 'dialog',
  className,
}: DialogProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const isOpen = open ?? ownOpen
  const change = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
    if (!next) onClose?.()
  }
  useBackCloses(isOpen, () => change(false))
  return (
    <Radix.Root open={isOpen} onOpenChange={change}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Panel
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-0 bottom-0 z-40 flex max-h-[92dvh] flex-col rounded-t-sheet border border-line bg-paper shadow-3 focus:outline-none',
            'data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
            'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[85dvh] sm:w-[min(32rem,calc(100vw-3rem))] sm:rounded-sheet sm:[--sheet-shift:8px]',
            kind === 'sheet' && 'h-[92dvh]',
            className,
          )}
        >
          <div aria-hidden="true" className="mx-auto mt-2.5 h-1 w-9 shrink-0 rounded-full bg-line-2 sm:hidden" />
          <div className="flex items-start justify-between gap-4 px-4 pt-3 pb-3 sm:px-6 sm:pt-5">
            <div className="min-w-0 pt-1.5">
              <Radix.Title className="font-display text-[21px]/7 font-[640] tracking-[-0.02em]">{title}</Radix.Title>
              {description ? <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description> : null}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label={t('app.close')} className="-me-2" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-5 sm:px-6">{children}</div>
          {footer ? (
            <div className="flex justify-end gap-2 border-t border-line px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] sm:px-6 sm:pb-4">
              {cancel ? (
                <Radix.Close asChild>
                  <Button variant="secondary">{cancel}</Button>
                </Radix.Close>
              ) : null}
              {footer}
            </div>
          ) : null}
        </Panel>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Returns the focus to the previously focused element: Radix only knows triggers, and most dialogs are opened from code. */
function Panel(props: ComponentProps<typeof Radix.Content>) {
  // During the first render: a field of the dialog may take the focus before any effect runs.
  const [opener] = useState(findOpener)
  const giveBack = (event: Event) => {
    if (!(opener instanceof HTMLElement) || opener === document.body || !opener.isConnected) return
    event.preventDefault()
    opener.focus({ preventScroll: true })
  }
  return <Radix.Content {...props} onCloseAutoFocus={giveBack} />
}

/** Closes the dialog around it. */
export const DialogClose = Radix.Close

/** A full-height sheet on phones: filters, long pickers. */
export function Sheet(props: Omit<DialogProps, 'kind'>) {
  return <Dialog {...props} kind="sheet" />
}

/** The focused element; for an item of a closing menu, the button that opened the menu (its label, by ARIA). */
function findOpener(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

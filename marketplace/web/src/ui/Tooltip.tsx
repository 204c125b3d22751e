import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Tooltips inside open after 700 ms, and immediately within 300 ms of the last one. Needed once around a page with tooltips. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/** A short note on hover and focus. Never the only name of a control. */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="type-small z-60 max-w-64 rounded-badge bg-ink px-2.5 py-1.5 text-paper shadow-2 data-[state=delayed-open]:animate-fade-in"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

import { ScrollArea as Radix } from 'radix-ui'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'

interface ScrollAreaProps {
  children: ReactNode
  className?: string
  /** The element that scrolls. */
  viewportRef?: Ref<HTMLDivElement>
  viewportClassName?: string
  /** Names the region, and makes it scrollable by keyboard. */
  label?: string
}

/** A thin custom scroll bar, which hides 600 ms after scrolling. */
export function ScrollArea({ children, className, viewportRef, viewportClassName, label }: ScrollAreaProps) {
  const named = label ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {}
  return (
    <Radix.Root type="scroll" scrollHideDelay={600} className={cx('overflow-hidden', className)}>
      <Radix.Viewport ref={viewportRef} {...named} className={cx('size-full [&>div]:block!', viewportClassName)}>
        {children}
      </Radix.Viewport>
      <Radix.Scrollbar
        orientation="vertical"
        className="flex w-2 touch-none p-px select-none data-[state=hidden]:animate-fade-out"
      >
        <Radix.Thumb className="flex-1 rounded-full bg-line-strong" />
      </Radix.Scrollbar>
    </Radix.Root>
  )
}

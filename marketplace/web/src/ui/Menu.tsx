import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Link } from '../lib/router.tsx'
import { cx } from './cx.ts'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  label?: string
  open?: boolean
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A menu of actions behind a button. */
export function Menu({ trigger, children, align = 'end', label, ...state }: MenuProps) {
  return (
    <Radix.Root modal={false} {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          aria-label={label}
          className="z-40 min-w-52 rounded-panel border border-line bg-surface p-1.5 shadow-2 data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-[10px] px-3 outline-none select-none data-disabled:opacity-45 data-highlighted:bg-sunken [&>svg]:size-5 [&>svg]:shrink-0'

interface MenuItemProps {
  children: ReactNode
  onSelect?: () => void
  disabled?: boolean
  tone?: 'plain' | 'danger'
}

export function MenuItem({ children, onSelect, disabled, tone = 'plain' }: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(itemClass, tone === 'danger' && 'text-danger-ink')}
    >
      {children}
    </Radix.Item>
  )
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Radix.Item asChild>
      <Link to={to} className={itemClass}>
        {children}
      </Link>
    </Radix.Item>
  )
}

/** A separator between groups. */
export function MenuLine() {
  return <Radix.Separator className="my-1.5 h-px bg-line" />
}

/** Text that is not an action, such as the signed-in user. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="type-small px-3 py-2 text-ink-3">{children}</Radix.Label>
}

import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

const LOOKS = {
  plain: 'text-ink hover:bg-sunken',
  /** For use over photos: its own background and a halo on focus. */
  floating: 'bg-surface text-ink shadow-1 hover:bg-paper focus-halo',
  outline: 'border border-line-2 bg-surface text-ink hover:border-ink-3',
  brand: 'bg-brand text-on-brand hover:bg-brand-strong',
} as const

type IconButtonProps = ComponentProps<'button'> & {
  /** The accessible name, which an icon alone lacks. */
  label: string
  /** At 20 px; pass children for anything else. */
  icon?: LucideIcon
  look?: keyof typeof LOOKS
  /** Diameter of the visible circle in pixels; the target is always 44. */
  size?: 36 | 44
}

/** A round, icon-only button. */
export function IconButton({ label, icon: Icon, look = 'plain', size = 44, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={cx(
        'hit-44 inline-grid shrink-0 place-items-center rounded-full transition-colors disabled:opacity-45',
        size === 44 ? 'size-11' : 'size-9',
        LOOKS[look],
        className,
      )}
    >
      {Icon ? <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" /> : rest.children}
    </button>
  )
}

import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

const chipClass =
  'inline-flex h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-full px-4 text-[14px] md:h-9 md:px-3.5'

type ChipProps = ComponentProps<'button'> & { selected?: boolean }

/** A toggle: ink when selected. 36 px, 44 on phones. */
export function Chip({ selected, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      {...rest}
      className={cx(
        chipClass,
        'border font-medium transition-colors disabled:opacity-45',
        selected ? 'border-ink bg-ink text-paper' : 'border-line-2 bg-surface text-ink hover:border-ink-3',
        className,
      )}
    />
  )
}

interface ActiveChipProps {
  children: ReactNode
  onRemove: () => void
  /** Accessible name of the button, like "Remove filter Price". */
  removeLabel: string
}

/** An active filter with a button to remove it. */
export function ActiveChip({ children, onRemove, removeLabel }: ActiveChipProps) {
  return (
    <span className={cx(chipClass, 'bg-brand-soft pe-1 font-semibold text-brand-ink md:pe-1')}>
      {children}
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="hit-44 grid size-7 place-items-center rounded-full"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </span>
  )
}

/** Chip styles for links ("People look for"). */
export const chipLinkClass = cx(
  chipClass,
  'border border-line-2 bg-surface font-medium text-ink transition-colors hover:border-ink-3',
)

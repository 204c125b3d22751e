import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

interface FieldButtonProps extends ComponentProps<'button'> {
  icon?: ReactNode
  /** Shows the placeholder. */
  isEmpty: boolean
}

/** A button styled as a field, which opens a picker. */
export function FieldButton({ icon, isEmpty, className, children, ...rest }: FieldButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...rest}
      className={cx(
        'flex min-h-12 w-full min-w-0 items-center gap-2.5 rounded-control border border-line-strong bg-surface px-3.5 text-start text-[16px] transition-colors hover:border-ink-3 aria-invalid:border-danger md:text-[15px] [&>svg]:shrink-0',
        className,
      )}
    >
      {icon}
      <span className={cx('min-w-0 flex-1 py-2 leading-6 wrap-anywhere', isEmpty && 'text-ink-3')}>{children}</span>
      <ChevronDown aria-hidden="true" strokeWidth={1.75} className="size-5 text-ink-3" />
    </button>
  )
}

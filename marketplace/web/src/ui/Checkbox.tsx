import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  /** Shown at the end of the line, such as a count. */
  aside?: ReactNode
}

/** A checkbox with its label; the whole line is clickable. */
export function Checkbox({ label, aside, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3 md:min-h-9',
        rest.disabled && 'cursor-not-allowed opacity-45',
        className,
      )}
    >
      <span className="relative inline-grid size-5 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer size-5 appearance-none rounded-[6px] border-[1.5px] border-line-strong bg-surface transition-colors checked:border-brand checked:bg-brand aria-invalid:border-danger"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute size-3.5 text-on-brand opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className="min-w-0 flex-1">{label}</span>
      {aside !== undefined ? <span className="type-small tnum text-ink-3">{aside}</span> : null}
    </label>
  )
}

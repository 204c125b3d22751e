import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

interface RadioCard<Value extends string> {
  value: Value
  label: ReactNode
  line?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

interface RadioCardsProps<Value extends string> {
  legend: ReactNode
  options: readonly RadioCard<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** `ink` fills the chosen card, as for handover; `brand` tints it. */
  tone?: 'brand' | 'ink'
  error?: string | null
  hideLegend?: boolean
  className?: string
  /** Fixed id of the group, when an error summary links to it. */
  id?: string
}

/** Radio buttons styled as cards. Arrow keys work, because the radios are native. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, options, value, onChange, tone = 'brand', error, hideLegend, className, id } = props
  const name = useId()
  const errorId = `${name}-error`
  const chosen =
    tone === 'brand'
      ? 'has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-ink'
      : 'has-checked:border-ink has-checked:bg-ink has-checked:text-paper'
  return (
    <fieldset id={id} tabIndex={id ? -1 : undefined} aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className={hideLegend ? 'sr-only' : 'mb-1.5 text-[14px]/5 font-semibold'}>{legend}</legend>
      <div className={cx('grid gap-2', className ?? 'grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]')}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'flex min-h-12 cursor-pointer items-center gap-2.5 rounded-control border bg-surface px-3 py-2 transition-colors',
              'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              error ? 'border-danger' : 'border-line-2 hover:border-ink-3',
              option.disabled && 'cursor-not-allowed opacity-45',
              chosen,
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.icon}
            <span className="min-w-0">
              <span className="block text-[14px]/5 font-semibold">{option.label}</span>
              {option.line ? <span className="type-micro block wrap-anywhere opacity-80">{option.line}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={errorId} className="type-small mt-1.5 text-danger-ink">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

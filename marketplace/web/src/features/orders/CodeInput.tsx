import { useState } from 'react'
import { cx } from '../../ui/cx.ts'

const DIGITS = [0, 1, 2, 3] as const

interface CodeInputProps {
  label: string
  value: string
  isWrong: boolean
  /** Id of the error message. */
  describedBy: string
  onChange: (digits: string) => void
}

/** Four boxes that are one field, so that pasting works and assistive technology sees a single input. */
export function CodeInput({ label, value, isWrong, describedBy, onChange }: CodeInputProps) {
  const [hasFocus, setFocus] = useState(false)
  return (
    <div className="relative">
      <div aria-hidden="true" className="flex gap-3">
        {DIGITS.map((at) => {
          const isCurrent = hasFocus && at === Math.min(value.length, DIGITS.length - 1)
          return (
            <span
              key={at}
              className={cx(
                'tnum grid h-18 w-15 place-items-center rounded-button-lg border bg-surface font-display text-[30px]/9 font-[680]',
                isWrong
                  ? 'border-danger text-danger-ink'
                  : isCurrent
                    ? 'border-focus ring-2 ring-focus'
                    : 'border-line-strong',
              )}
            >
              {value[at] ??
                (isCurrent ? <span className="h-8 w-0.5 animate-pulse bg-brand motion-reduce:animate-none" /> : null)}
            </span>
          )
        })}
      </div>
      <input
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        value={value}
        inputMode="numeric"
        autoComplete="off"
        pattern="[0-9]*"
        // Transparent, over the boxes: receives taps and keys.
        className="absolute inset-0 size-full cursor-text opacity-0"
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, DIGITS.length))}
      />
    </div>
  )
}

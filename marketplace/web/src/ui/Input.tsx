import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { inputClass } from './input-class.ts'

type InputProps = ComponentProps<'input'> & {
  /** Text or an icon before the value, such as a currency sign. */
  before?: ReactNode
  /** Length of `before` in characters, when it is not plain text: a sign such as "CHF" needs room. */
  beforeLetters?: number | undefined
  /** A control after the value, such as "show password". */
  after?: ReactNode
}

/** A single-line text input, 48 px high. 16 px text on phones, so that iOS does not zoom. */
export function Input({ before, beforeLetters, after, className, style, ...rest }: InputProps) {
  const letters = beforeLetters ?? (typeof before === 'string' ? before.length : 1)
  const isWide = letters > 2
  const control = (
    <input
      {...rest}
      style={isWide ? { ...style, paddingInlineStart: `calc(${letters * 0.7}em + 1rem)` } : style}
      className={cx(inputClass, 'h-12 px-3.5', before ? 'ps-10' : null, after ? 'pe-12' : null, className)}
    />
  )
  if (!before && !after) return control
  return (
    <div className="relative">
      {before ? (
        <span
          className={cx(
            'pointer-events-none absolute inset-y-0 start-0 grid place-items-center text-ink-3',
            isWide ? 'ps-3' : 'w-11',
          )}
        >
          {before}
        </span>
      ) : null}
      {control}
      {after ? <span className="absolute inset-y-0 end-0.5 grid w-11 place-items-center">{after}</span> : null}
    </div>
  )
}

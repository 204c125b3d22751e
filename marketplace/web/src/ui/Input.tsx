import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { inputClass } from './input-class.ts'

type InputProps = ComponentProps<'input'> & {
  /** Text or an icon before the value, such as a currency sign. */
  before?: ReactNode
  /** A control after the value, such as "show password". */
  after?: ReactNode
}

/** A single-line text control, 48 px high. 16 px text on phones, so that iOS does not zoom. */
export function Input({ before, after, className, ...rest }: InputProps) {
  const control = (
    <input
      {...rest}
      className={cx(inputClass, 'h-12 px-3.5', before ? 'ps-10' : null, after ? 'pe-12' : null, className)}
    />
  )
  if (!before && !after) return control
  return (
    <div className="relative">
      {before ? (
        <span className="pointer-events-none absolute inset-y-0 start-0 grid w-11 place-items-center text-ink-3">
          {before}
        </span>
      ) : null}
      {control}
      {after ? <span className="absolute inset-y-0 end-0.5 grid w-11 place-items-center">{after}</span> : null}
    </div>
  )
}

import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { inputClass } from './input-class.ts'

/** A multi-line text input that grows with its content where supported (`field-sizing`). */
export function TextArea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...rest}
      className={cx(inputClass, 'field-sizing-content min-h-24 resize-y wrap-anywhere px-3.5 py-3', className)}
    />
  )
}

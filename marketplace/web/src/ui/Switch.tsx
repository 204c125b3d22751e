import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

/** An on/off setting that takes effect immediately. */
export function Switch({ label, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className={cx('flex min-h-11 cursor-pointer items-center justify-between gap-4', className)}>
      <span>{label}</span>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own checked state
        role="switch"
        className={
          'relative h-6 w-10 shrink-0 appearance-none rounded-full bg-line-strong transition-colors checked:bg-brand disabled:opacity-45 ' +
          'before:absolute before:start-0.5 before:top-0.5 before:size-5 before:rounded-full before:bg-surface before:transition-[translate] ' +
          'checked:before:translate-x-4 rtl:checked:before:-translate-x-4'
        }
      />
    </label>
  )
}

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { inputClass } from './input-class.ts'

type SelectProps = Omit<ComponentProps<'select'>, 'size'> & { size?: 's' | 'm'; wrapperClassName?: string }

/** A styled native select: phones show their own picker, and it needs no script. Children are `option`s. */
export function Select({ className, wrapperClassName, size = 'm', ...rest }: SelectProps) {
  return (
    <div className={cx('relative', wrapperClassName)}>
      <select
        {...rest}
        className={cx(
          inputClass,
          'appearance-none truncate ps-3.5 pe-10',
          size === 'm' ? 'h-12' : 'h-11 border-line-2 font-semibold md:h-10 md:text-[14px]',
          className,
        )}
      />
      <ChevronDown
        aria-hidden="true"
        strokeWidth={1.75}
        className="pointer-events-none absolute end-3 top-1/2 size-5 -translate-y-1/2"
      />
    </div>
  )
}

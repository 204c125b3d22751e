import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

/** Groups of settings side by side, stacked on narrow screens. Each answer changes the height of a row, so what is below one still waits. */
export function SettingsColumns({ children }: { children: ReactNode }) {
  return (
    <div className="reveal-in-order grid max-w-2xl grid-cols-[minmax(0,1fr)] items-start gap-7 xl:max-w-none xl:grid-cols-2">
      {children}
    </div>
  )
}

/** A titled panel of settings, one row each. */
export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="type-h3 mb-2">
        {title}
      </h2>
      <div className="panel divide-y divide-line">{children}</div>
    </section>
  )
}

interface SettingRowProps {
  title: string
  line?: ReactNode
  /** The one control of the row, beside its title. */
  action?: ReactNode
  /** A form or a list, below both. */
  children?: ReactNode
  className?: string
}

/** One setting: label, explanation and control. */
export function SettingRow({ title, line, action, children, className }: SettingRowProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={cx('grid gap-3 px-4 py-3.5 empty:hidden sm:px-5', className)}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <h3 id={titleId} className="font-semibold">
            {title}
          </h3>
          {line ? <p className="type-small mt-0.5 wrap-anywhere text-ink-2">{line}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

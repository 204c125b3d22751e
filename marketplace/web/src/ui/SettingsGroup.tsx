import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { cx } from './cx.ts'
import { PageSpinner } from './Spinner.tsx'

/** Groups of settings side by side, stacked on narrow screens. Shown at once, because each answer changes the height of a row. */
export function SettingsColumns({ children }: { children: ReactNode }) {
  const isLoading = useIsLoading()
  return (
    <div className="relative">
      {isLoading ? (
        <div className="absolute inset-0">
          <PageSpinner />
        </div>
      ) : null}
      <div
        className={cx(
          'grid max-w-2xl grid-cols-[minmax(0,1fr)] items-start gap-7 xl:max-w-none xl:grid-cols-2',
          isLoading && 'invisible min-h-dvh',
        )}
      >
        {children}
      </div>
    </div>
  )
}

const FIRST_ANSWERS = { predicate: ({ state }: Query) => state.data === undefined }

/** Whether anything waits for its first answer. False from then on. */
function useIsLoading(): boolean {
  const client = useQueryClient()
  const waiting = useIsFetching(FIRST_ANSWERS)
  const [isLoading, setLoading] = useState(true)
  // The first render has not asked for anything yet; its effects have.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number says when to look
  useEffect(() => {
    if (client.isFetching(FIRST_ANSWERS) === 0) setLoading(false)
  }, [client, waiting])
  return isLoading
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

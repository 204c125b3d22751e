import { type ReactNode, useId } from 'react'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'

interface PanelProps {
  title: string
  line: ReactNode
  /** The state of what the panel shows; leave out for one that loads nothing. */
  query?: { isPending: boolean; isError: boolean; refetch: () => unknown }
  children: ReactNode
}

/** One way to protect an account, with its loading and failed states. */
export function Panel({ title, line, query, children }: PanelProps) {
  const waiting = useDelayed(query?.isPending ?? false)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="panel p-5">
      <h2 id={titleId} className="type-h3">
        {title}
      </h2>
      <p className="mt-1 text-ink-2">{line}</p>
      <div className="mt-4 grid gap-3">
        {waiting ? <Skeleton className="h-11 rounded-field" /> : null}
        {query?.isError ? <LoadFailed as="h3" onRetry={() => void query.refetch()} /> : null}
        {query === undefined || !(query.isPending || query.isError) ? children : null}
      </div>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from '../../lib/router.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SearchForm } from './SearchForm.tsx'

interface FindTabProps<Found> {
  title: string
  intro: string
  label: string
  /** URL parameter and query key of the opened result. */
  kind: 'ad' | 'person'
  listLabel: string
  find: (q: string) => Promise<readonly Found[]>
  nothing: { icon: ReactNode; title: (q: string) => string; line: string }
  row: (found: Found, open: () => void) => ReactNode
  page: (id: string, back: () => void) => ReactNode
}

/** An /admin tab that lists the newest, searches (`?q=`) and shows one result (`?ad=`, `?person=`). */
export function FindTab<Found extends { id: string }>({ kind, nothing, ...tab }: FindTabProps<Found>) {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const open = search.get(kind)
  const found = useQuery({
    queryKey: ['admin', 'find', kind, q],
    queryFn: () => tab.find(q),
    enabled: open === null,
    staleTime: 0,
  })
  if (open) return tab.page(open, () => setSearch(q ? { q } : {}))
  return (
    <>
      <h1 className="type-h1">{tab.title}</h1>
      <p className="mt-1 mb-5 max-w-2xl text-ink-2">{tab.intro}</p>
      <SearchForm key={q} label={tab.label} value={q} onSearch={(asked) => setSearch(asked ? { q: asked } : {})} />
      {found.isLoadingError ? (
        <div className="panel mt-5 p-6">
          <LoadFailed onRetry={() => void found.refetch()} />
        </div>
      ) : null}
      <div role="status" className="mt-5">
        {found.data?.length === 0 ? (
          <div className="panel p-8">
            <EmptyState icon={nothing.icon} title={nothing.title(q)} line={q ? nothing.line : undefined} />
          </div>
        ) : null}
        {found.isPending ? <Skeleton className="h-96 rounded-card" /> : null}
        {found.data && found.data.length > 0 ? (
          <ul aria-label={tab.listLabel} className="panel divide-y divide-line px-4 md:px-5">
            {found.data.map((one) => tab.row(one, () => setSearch({ ...(q && { q }), [kind]: one.id })))}
          </ul>
        ) : null}
      </div>
    </>
  )
}

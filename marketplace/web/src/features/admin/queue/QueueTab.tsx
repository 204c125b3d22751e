import { ArrowLeft, Flag, Inbox } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Link, useSearchParams } from '../../../lib/router.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatTimeAgo } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Photo } from '../../../ui/Photo.tsx'
import { Skeleton, useDelayed } from '../../../ui/Skeleton.tsx'
import { Case } from './Case.tsx'
import { ContestedFacts } from './ContestedFacts.tsx'
import { useQueue } from './queries.ts'
import type { QueueItem } from './types.ts'
import { headingOf, ruleName, subjectOf } from './words.ts'

/** /admin/queue: cases, most urgent first, beside the open one (`?case=`); on phones only one of the two. */
export function QueueTab() {
  const queue = useQueue()
  const [search, setSearch] = useSearchParams()
  const isLate = useDelayed(queue.isPending)
  const items = queue.data?.items ?? []
  const asked = items.find(({ id }) => id === search.get('case'))
  const current = asked ?? items[0]
  const move = (by: 1 | -1) => {
    const at = current ? items.indexOf(current) : 0
    const next = items[(at + by + items.length) % items.length]
    setSearch(next && next !== current ? { case: next.id } : {}, { replace: true })
  }
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 lg:grid-cols-[268px_minmax(0,1fr)]">
        <div>
          <h1 className={cx('type-h1', asked && 'max-lg:sr-only')}>
            {queue.data ? t('admin.queue.toDecide', { count: items.length }) : t('admin.queue')}
          </h1>
          {queue.data?.oldest ? (
            <p className={cx('text-ink-2', asked && 'max-lg:hidden')}>
              {t('admin.oldestCame', { when: formatTimeAgo(queue.data.oldest) })}
            </p>
          ) : null}
          <ol
            aria-label={t('admin.queue')}
            className={cx('mt-4 grid grid-cols-[minmax(0,1fr)] gap-1', asked && 'max-lg:hidden')}
          >
            {items.map((item) => (
              <li key={`${item.kind} ${item.id}`}>
                <Row item={item} isCurrent={item === current} />
              </li>
            ))}
          </ol>
        </div>
        {current ? (
          <div className={cx('min-w-0', !asked && 'max-lg:hidden')}>
            <LinkButton variant="ghost" size="s" to="?" className="-ms-3 mb-2 lg:hidden">
              <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
              {t('admin.queue')}
            </LinkButton>
            <Case key={current.id} item={current} onMove={move} />
          </div>
        ) : queue.isLoadingError ? (
          <div className="panel p-6">
            <LoadFailed onRetry={() => void queue.refetch()} />
          </div>
        ) : queue.data ? (
          <div className="panel p-8">
            <EmptyState
              icon={<Inbox aria-hidden="true" strokeWidth={1.75} />}
              title={t('admin.queue.empty')}
              line={t('admin.queue.newShowHere')}
            />
          </div>
        ) : isLate ? (
          <Skeleton className="h-96 rounded-panel" />
        ) : null}
      </div>
      <ContestedFacts />
    </>
  )
}

function Row({ item, isCurrent }: { item: QueueItem; isCurrent: boolean }) {
  const photo = 'photos' in item ? item.photos?.[0]?.path : undefined
  return (
    <Link
      to={`?case=${item.id}`}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'flex items-center gap-3 rounded-panel border p-2.5 transition-colors',
        isCurrent ? 'lg:border-line-2 lg:bg-surface' : 'border-transparent hover:bg-sunken',
      )}
    >
      {photo ? (
        <Photo path={photo} alt="" sizes="48px" className="size-12 shrink-0 rounded-control" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken text-ink-2"
        >
          <Flag strokeWidth={1.75} className="size-5" />
        </span>
      )}
      <span className="min-w-0">
        <span className="line-clamp-2 text-[14px]/5 font-semibold">
          {item.kind === 'ad' && item.rule ? ruleName(item.rule, item.rule_name) : headingOf(item)}
        </span>
        <span className="type-small flex text-ink-2">
          <span className="truncate">{subjectOf(item)}</span>
          <span className="shrink-0 whitespace-pre">
            {subjectOf(item) ? ' · ' : ''}
            {formatTimeAgo(item.since)}
          </span>
        </span>
      </span>
    </Link>
  )
}

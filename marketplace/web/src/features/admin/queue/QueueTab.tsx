import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatTimeAgo } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../../ui/Skeleton.tsx'
import { QueueCard } from './QueueCard.tsx'
import { useQueue } from './queries.ts'
import type { QueueItem } from './types.ts'

const KINDS: readonly { kind: QueueItem['kind']; label: string }[] = [
  { kind: 'report', label: t('Reports') },
  { kind: 'appeal', label: t('Appeals') },
  { kind: 'ad', label: t('Ads in review') },
  { kind: 'message', label: t('Messages') },
]

/** /admin/queue: what waits for a decision, the most urgent first. */
export function QueueTab() {
  const queue = useQueue()
  const [kind, setKind] = useState<QueueItem['kind'] | null>(null)
  const waiting = useDelayed(queue.isPending)
  const items = queue.data?.items.filter((item) => kind === null || item.kind === kind) ?? []
  return (
    <>
      <h1 className="type-h1">{t('Queue')}</h1>
      <p className="mt-1 text-ink-2">
        {queue.data?.oldest
          ? t('The oldest came {when}.', { when: formatTimeAgo(queue.data.oldest) })
          : t('Reports never take anything down by themselves: a person decides.')}
      </p>
      <div className="my-4 flex flex-wrap gap-2">
        {KINDS.map((one) => (
          <Chip
            key={one.kind}
            selected={kind === one.kind}
            onClick={() => setKind(kind === one.kind ? null : one.kind)}
          >
            {one.label} <span className="tnum text-ink-3">{queue.data?.counts[one.kind] ?? 0}</span>
          </Chip>
        ))}
      </div>
      {waiting ? <Skeleton className="h-40 rounded-card" /> : null}
      {queue.isError ? (
        <div className="panel p-6">
          <LoadFailed what={t('the queue')} onRetry={() => void queue.refetch()} />
        </div>
      ) : null}
      {queue.data && items.length === 0 ? (
        <div className="panel p-8">
          <EmptyState
            icon={<Inbox aria-hidden="true" strokeWidth={1.75} />}
            title={t('Nothing waits')}
            line={t('New reports, appeals and held messages show here by themselves.')}
          />
        </div>
      ) : null}
      <ol className="grid gap-3">
        {items.map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <QueueCard item={item} />
          </li>
        ))}
      </ol>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatTimeAgo } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../../ui/Skeleton.tsx'
import { readInbox, SHOWN, type Shown } from './api.ts'
import { HelpFigures } from './HelpFigures.tsx'
import { TicketCard } from './TicketCard.tsx'

const LABEL: Record<Shown, string> = {
  waiting: t('admin.inbox.needsReply'),
  answered: t('common.answered'),
  closed: t('common.closed'),
}

/** /admin/inbox: support tickets, and votes on help articles. */
export function InboxTab() {
  const [shown, setShown] = useState<Shown>('waiting')
  const inbox = useQuery({
    queryKey: ['admin', 'inbox', shown],
    queryFn: () => readInbox(shown),
    staleTime: 0,
    refetchInterval: 30_000,
  })
  const waiting = useDelayed(inbox.isPending)
  const [oldest] = shown === 'waiting' ? (inbox.data?.tickets ?? []) : []
  return (
    <>
      <h1 className="type-h1">{t('admin.inbox')}</h1>
      <p className="mt-1 text-ink-2">
        {oldest ? t('admin.oldestCame', { when: formatTimeAgo(oldest.changed_at) }) : t('admin.inbox.intro')}
      </p>
      <div className="my-4 flex flex-wrap gap-2">
        {SHOWN.map((one) => (
          <Chip key={one} selected={shown === one} onClick={() => setShown(one)}>
            {LABEL[one]}
            {shown === one && inbox.data ? <span className="tnum ms-1">{inbox.data.total}</span> : null}
          </Chip>
        ))}
      </div>
      {waiting ? <Skeleton className="h-40 rounded-card" /> : null}
      {inbox.isLoadingError ? (
        <div className="panel p-6">
          <LoadFailed onRetry={() => void inbox.refetch()} />
        </div>
      ) : null}
      {inbox.data?.tickets.length === 0 ? (
        <div className="panel p-8">
          <EmptyState
            icon={<MailOpen aria-hidden="true" strokeWidth={1.75} />}
            title={shown === 'waiting' ? t('admin.inbox.allAnswered') : t('admin.inbox.nothingHere')}
            line={t('admin.inbox.newShowHere')}
          />
        </div>
      ) : null}
      <ol className="grid gap-3">
        {inbox.data?.tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} />
          </li>
        ))}
      </ol>
      <HelpFigures />
    </>
  )
}

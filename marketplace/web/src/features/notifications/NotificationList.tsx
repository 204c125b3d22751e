import { Bell } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'
import { byDay } from './by-day.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { useMarkRead, useNotifications } from './queries.ts'
import { useUnreadNotifications } from './use-unread-notifications.ts'

/** What this person was told, by day, newest first. */
export function NotificationList({ userId }: { userId: string }) {
  const [onlyUnread, setOnlyUnread] = useState(false)
  const list = useNotifications(userId, onlyUnread)
  const unread = useUnreadNotifications(userId)
  const markRead = useMarkRead(userId)
  const isLate = useDelayed(list.isPending)
  const told = list.data?.pages.flat() ?? []
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <fieldset className="flex gap-2">
          <legend className="sr-only">{t('Show')}</legend>
          <Chip selected={!onlyUnread} onClick={() => setOnlyUnread(false)}>
            {t('All')}
          </Chip>
          <Chip selected={onlyUnread} onClick={() => setOnlyUnread(true)}>
            {t('Unread')} {unread > 0 ? <b className="tnum">{unread}</b> : null}
          </Chip>
        </fieldset>
        {unread > 0 ? (
          <Button
            variant="ghost"
            size="s"
            loading={markRead.isPending}
            loadingLabel={t('Marking')}
            onClick={() => markRead.mutate(null)}
          >
            {t('Mark all as read')}
          </Button>
        ) : null}
      </div>
      {list.isPending && isLate ? <ListSkeleton /> : null}
      {list.isError && !list.data ? (
        <div className="mt-8">
          <LoadFailed what={t('your notifications')} onRetry={() => void list.refetch()} />
        </div>
      ) : null}
      {list.data && told.length === 0 ? <Nothing onlyUnread={onlyUnread} /> : null}
      {byDay(told).map(({ label, items }) => (
        <section key={label} aria-label={label} className="mt-5">
          <h2 className="type-small px-3 font-semibold text-ink-3">{label}</h2>
          <ul className="mt-1">
            {items.map((one) => (
              <li key={one.id}>
                <NotificationRow
                  notification={one}
                  onOpen={({ id, read_at }) => (read_at ? undefined : markRead.mutate([id]))}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage ? (
        <div className="mt-4 grid justify-items-center">
          <Button
            variant="secondary"
            size="s"
            loading={list.isFetchingNextPage}
            loadingLabel={t('Loading')}
            onClick={() => void list.fetchNextPage()}
          >
            {t('Show older')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Nothing({ onlyUnread }: { onlyUnread: boolean }) {
  return (
    <EmptyState
      className="mt-8"
      icon={<Bell aria-hidden="true" strokeWidth={1.75} />}
      title={onlyUnread ? t('Everything is read') : t('No notifications yet')}
      line={
        onlyUnread
          ? t('What is new shows up here.')
          : t('Save a search or tap a heart, and we tell you here when something happens.')
      }
      action={onlyUnread ? undefined : <LinkButton to={paths.browse}>{t('Browse nearby')}</LinkButton>}
    />
  )
}

function ListSkeleton() {
  return (
    <div role="status" className="mt-6 grid gap-1">
      <span className="sr-only">{t('Loading your notifications')}</span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} aria-hidden="true" className="flex gap-3 px-3 py-3">
          <Skeleton className="size-10 rounded-control" />
          <div className="grid flex-1 content-start gap-2 pt-1">
            <Skeleton className="h-4 w-3/5 rounded-badge" />
            <Skeleton className="h-3.5 w-2/5 rounded-badge" />
          </div>
        </div>
      ))}
    </div>
  )
}

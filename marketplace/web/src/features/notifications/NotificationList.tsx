import { Bell } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
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

/** The user's notifications by day, newest first. */
export function NotificationList({ userId }: { userId: string }) {
  const [onlyUnread, setOnlyUnread] = useState(false)
  const list = useNotifications(userId, onlyUnread)
  const unread = useUnreadNotifications(userId)
  const markRead = useMarkRead(userId)
  const isLate = useDelayed(list.isPending)
  const told = list.data?.pages.flat() ?? []
  return (
    <section aria-labelledby="notifications-title" className="max-w-3xl">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h1 id="notifications-title" className="type-h1">
          {t('app.notifications')}
        </h1>
        <Link to={paths.notificationSettings} className="hit-44 font-semibold text-brand hover:underline">
          {t('common.settings')}
        </Link>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <fieldset className="flex gap-2">
          <legend className="sr-only">{t('common.show')}</legend>
          <Chip selected={!onlyUnread} onClick={() => setOnlyUnread(false)}>
            {t('common.all')}
          </Chip>
          <Chip selected={onlyUnread} onClick={() => setOnlyUnread(true)}>
            {t('common.unread')} {unread > 0 ? <b className="tnum">{unread}</b> : null}
          </Chip>
        </fieldset>
        {unread > 0 ? (
          <Button
            variant="ghost"
            size="s"
            loading={markRead.isPending}
            loadingLabel={t('notices.marking')}
            onClick={() => markRead.mutate(null)}
          >
            {t('notices.markAllRead')}
          </Button>
        ) : null}
      </div>
      {list.isPending && isLate ? <ListSkeleton /> : null}
      {list.isLoadingError ? (
        <div className="mt-8">
          <LoadFailed onRetry={() => void list.refetch()} />
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
            loadingLabel={t('app.loading')}
            onClick={() => void list.fetchNextPage()}
          >
            {t('common.showOlder')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Nothing({ onlyUnread }: { onlyUnread: boolean }) {
  return (
    <EmptyState
      className="mt-8"
      icon={<Bell aria-hidden="true" strokeWidth={1.75} />}
      title={onlyUnread ? t('common.everythingIsRead') : t('notices.noNotificationsYet')}
      line={onlyUnread ? t('notices.empty') : t('notices.emptyHint')}
      action={onlyUnread ? undefined : <LinkButton to={paths.browse}>{t('common.browseNearby')}</LinkButton>}
    />
  )
}

function ListSkeleton() {
  return (
    <div role="status" className="mt-6 grid gap-1">
      <span className="sr-only">{t('notices.loading')}</span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} aria-hidden="true" className="flex gap-3 px-3 py-2">
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

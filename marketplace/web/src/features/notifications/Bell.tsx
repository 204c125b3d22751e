import { Bell as BellIcon } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { useUnreadNotifications } from './use-unread-notifications.ts'

/** Link to the notifications with the unread count; renders nothing for visitors. */
export function Bell({ userId }: { userId: string | null }) {
  const unread = useUnreadNotifications(userId)
  if (userId === null) return null
  return (
    <Link
      to={paths.notifications}
      aria-label={unread > 0 ? t('app.notificationsUnread', { count: unread }) : t('app.notifications')}
      className="relative grid size-11 place-items-center rounded-full transition-colors hover:bg-sunken"
    >
      <BellIcon aria-hidden="true" strokeWidth={1.75} className="size-[22px]" />
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className="tnum absolute end-0.5 top-0.5 grid h-5 min-w-5 place-items-center rounded-full border-2 border-paper bg-clay px-1 text-[11px]/none font-bold text-on-clay"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </Link>
  )
}

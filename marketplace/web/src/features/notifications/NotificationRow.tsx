import type { LucideIcon } from 'lucide-react'
import {
  BellPlus,
  BellRing,
  CalendarClock,
  HandCoins,
  Heart,
  MessageCircle,
  Package,
  ShieldCheck,
  Store,
  Wallet,
} from 'lucide-react'
import { notificationText } from '../../../../contract/notifications/notifications.ts'
import { t } from '../../i18n/t.ts'
import { thisReader } from '../../i18n/this-reader.ts'
import { Link } from '../../lib/router.tsx'
import { cx } from '../../ui/cx.ts'
import { formatTimeAgo } from '../../ui/format.ts'
import type { Notification } from './types.ts'

interface Look {
  readonly icon: LucideIcon
  readonly tone: string
}

/** Icons by prefix of the kind; other kinds get the bell. */
const LOOKS: readonly (readonly [prefix: string, look: Look])[] = [
  ['message', { icon: MessageCircle, tone: 'bg-brand-soft text-brand-ink' }],
  ['offer', { icon: HandCoins, tone: 'bg-saffron-soft text-saffron-ink' }],
  ['deal', { icon: HandCoins, tone: 'bg-saffron-soft text-saffron-ink' }],
  ['order', { icon: Package, tone: 'bg-brand-soft text-brand-ink' }],
  ['dispute', { icon: Package, tone: 'bg-saffron-soft text-saffron-ink' }],
  ['refund', { icon: Package, tone: 'bg-saffron-soft text-saffron-ink' }],
  ['payout', { icon: Wallet, tone: 'bg-success-soft text-success-ink' }],
  ['review', { icon: HandCoins, tone: 'bg-saffron-soft text-saffron-ink' }],
  ['saved_search', { icon: BellPlus, tone: 'bg-brand-soft text-brand-ink' }],
  ['favorite', { icon: Heart, tone: 'bg-clay-soft text-clay-ink' }],
  ['followed', { icon: Store, tone: 'bg-brand-soft text-brand-ink' }],
  ['listing', { icon: CalendarClock, tone: 'bg-info-soft text-info-ink' }],
  ['report', { icon: ShieldCheck, tone: 'bg-info-soft text-info-ink' }],
  ['decision', { icon: ShieldCheck, tone: 'bg-info-soft text-info-ink' }],
  ['appeal', { icon: ShieldCheck, tone: 'bg-info-soft text-info-ink' }],
]
const OTHER: Look = { icon: BellRing, tone: 'bg-sunken text-ink-2' }

/** One notification: a link that also marks it as read. Unread ones have a dot and hidden text, not only a colour. */
export function NotificationRow({
  notification,
  onOpen,
}: {
  notification: Notification
  onOpen: (notification: Notification) => void
}) {
  const { kind, payload, created_at, read_at } = notification
  const { title, line, path } = notificationText(kind, payload, thisReader())
  const { icon: Icon, tone } = LOOKS.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? OTHER
  return (
    <Link
      to={path}
      onClick={() => onOpen(notification)}
      className="flex items-center gap-3 rounded-control px-3 py-2 transition-colors hover:bg-sunken"
    >
      <span aria-hidden="true" className={cx('grid size-10 shrink-0 place-items-center rounded-control', tone)}>
        <Icon strokeWidth={1.75} className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className={cx('block text-pretty wrap-anywhere', read_at ? 'text-ink-2' : 'font-semibold')}>{title}</span>
        {line ? <span className="type-small block text-ink-2 wrap-anywhere">{line}</span> : null}
      </span>
      <span className="type-small shrink-0 text-ink-3">{formatTimeAgo(created_at)}</span>
      {read_at ? (
        <span className="w-2.5" />
      ) : (
        <span className="size-2.5 shrink-0 rounded-full bg-clay">
          <span className="sr-only">{t('common.unread')}</span>
        </span>
      )}
    </Link>
  )
}

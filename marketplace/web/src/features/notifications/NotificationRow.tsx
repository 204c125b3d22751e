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
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control px-3 py-2 transition-colors hover:bg-sunken sm:grid-cols-[auto_minmax(0,1fr)_auto_0.625rem]"
    >
      <span aria-hidden="true" className={cx('row-span-2 grid size-10 place-items-center rounded-control', tone)}>
        <Icon strokeWidth={1.75} className="size-5" />
      </span>
      <span
        className={cx('text-pretty wrap-anywhere', read_at ? 'text-ink-2' : 'font-semibold', !line && 'sm:row-span-2')}
      >
        {title}
      </span>
      {/* On phones the time is below the title, otherwise next to both. */}
      <span className="type-small col-start-2 row-start-2 text-ink-2 wrap-anywhere sm:contents">
        {line ? (
          <span className="max-sm:after:content-['_·_'] sm:col-start-2 sm:row-start-2 sm:self-start">{line}</span>
        ) : null}
        <span className="whitespace-nowrap text-ink-3 sm:col-start-3 sm:row-span-2 sm:row-start-1">
          {formatTimeAgo(created_at)}
        </span>
      </span>
      {read_at ? null : (
        <span className="col-start-3 row-span-2 row-start-1 size-2.5 rounded-full bg-clay sm:col-start-4">
          <span className="sr-only">{t('common.unread')}</span>
        </span>
      )}
    </Link>
  )
}

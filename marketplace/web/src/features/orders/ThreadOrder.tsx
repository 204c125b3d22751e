import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { conversationOrdersQuery } from './queries.ts'
import { isOpen, type ListedOrder, roleOf } from './types.ts'
import { headingOf, orderBadge } from './wording.ts'

const RECENT_MS = 14 * 86_400_000

/** The order of a conversation: the open one, or one that ended recently. */
export function useThreadOrder(conversationId: string): { order: ListedOrder | null; isPending: boolean } {
  const { data, isPending } = useQuery({
    ...conversationOrdersQuery(conversationId),
    enabled: config.payments !== 'off',
  })
  const order = data?.find(isOpen) ?? data?.[0]
  const isRecent = order !== undefined && (isOpen(order) || Date.parse(order.changed_at) > Date.now() - RECENT_MS)
  return { order: isRecent ? order : null, isPending: config.payments !== 'off' && isPending }
}

interface ThreadOrderProps {
  order: ListedOrder
  myId: string
  otherName: string
  /** Time and place of a meet-up. */
  children?: ReactNode
}

/** Status of a conversation's order, with a link to it. */
export function ThreadOrder({ order, myId, otherName, children }: ThreadOrderProps) {
  const role = roleOf(order, myId)
  const { title, line } = headingOf(order, role, otherName)
  const badge = orderBadge(order, role)
  return (
    <div className="grid gap-3">
      <div className="panel grid gap-3 p-4">
        <div className="flex items-start justify-between gap-3">
          <p className="font-semibold">{title}</p>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </div>
        {line ? <p className="type-small text-ink-2">{line}</p> : null}
        <LinkButton to={paths.order(order.id)} variant={isOpen(order) ? 'primary' : 'secondary'}>
          {t('orders.open')}
        </LinkButton>
      </div>
      {children}
    </div>
  )
}

const DONE: Readonly<Record<string, number>> = {
  paid: 1,
  shipped: 2,
  delivered: 3,
  disputed: 3,
  returning: 3,
  completed: 4,
}

/** Progress of an order as bars, above a thread. */
export function OrderSteps({ order }: { order: ListedOrder }) {
  const done = DONE[order.state]
  if (done === undefined) return null
  const isMeetup = order.delivery === 'meet'
  const steps = isMeetup
    ? [t('common.paid'), t('common.meetUp'), t('common.done')]
    : [t('common.paid'), t('orders.step.shipped'), t('common.delivered'), t('common.done')]
  const current = order.state === 'completed' ? steps.length : isMeetup ? 1 : done
  return (
    <ol
      aria-label={t('orders.progress')}
      className={cx(
        'type-small grid gap-1.5 border-b border-line px-4 pb-2.5 md:px-6 xl:hidden',
        isMeetup ? 'grid-cols-3' : 'grid-cols-4',
      )}
    >
      {steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === current ? 'step' : undefined}
          className={cx('grid gap-1.5', at > current ? 'text-ink-2' : 'font-semibold')}
        >
          <span
            aria-hidden="true"
            className={cx('h-1 rounded-full', at < current ? 'bg-brand' : at === current ? 'bg-saffron' : 'bg-line')}
          />
          {step}
        </li>
      ))}
    </ol>
  )
}

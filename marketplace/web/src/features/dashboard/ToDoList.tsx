import {
  CalendarClock,
  Gavel,
  HandCoins,
  Handshake,
  MessageCircle,
  PackageCheck,
  Pencil,
  RotateCcw,
  Star,
  Truck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDate, formatTimeAgo } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { nameOf, useListingActs } from './queries.ts'
import { endsText } from './row-text.ts'
import type { DealTask, ToDo } from './types.ts'

const SHOWN = 6

/** What waits for this person. Only things that are really so; nothing is invented to fill the panel. */
export function ToDoList({ todo }: { todo: readonly ToDo[] }) {
  return (
    <section aria-labelledby="todo-title" className="panel p-5">
      <div className="flex items-center justify-between">
        <h2 id="todo-title" className="type-h3">
          {t('To do')}
        </h2>
        {todo.length > 0 ? <Badge tone="offer">{todo.length}</Badge> : null}
      </div>
      {todo.length === 0 ? (
        <p className="mt-3 border-t border-line pt-3 text-ink-2">{t('Nothing is waiting for you.')}</p>
      ) : (
        <ul className="mt-3">
          {todo.slice(0, SHOWN).map((item) => (
            <Item key={keyOf(item)} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

function keyOf(item: ToDo): string {
  switch (item.kind) {
    case 'unread_conversation':
    case 'offer_ends':
      return item.kind + item.conversation_id
    case 'decision':
      return item.kind + item.decision_no
    default:
      return item.kind + ('deal_id' in item ? item.deal_id : item.listing_id)
  }
}

const TASKS: Readonly<Record<DealTask, { icon: ReactNode; title: (from: string) => string; act: string }>> = {
  deal_arrange: {
    icon: <Handshake strokeWidth={1.75} />,
    title: (from) => t('Agree with {from} where to meet', { from }),
    act: t('Arrange'),
  },
  deal_confirm: {
    icon: <CalendarClock strokeWidth={1.75} />,
    title: (from) => t('{from} proposes a time and place', { from }),
    act: t('Look'),
  },
  deal_finish: {
    icon: <PackageCheck strokeWidth={1.75} />,
    title: (from) => t('Did you meet {from}?', { from }),
    act: t('Finish'),
  },
  deal_send: {
    icon: <Truck strokeWidth={1.75} />,
    title: (from) => t('Send the parcel to {from}', { from }),
    act: t('Open'),
  },
  deal_arrived: {
    icon: <PackageCheck strokeWidth={1.75} />,
    title: (from) => t('Has the parcel from {from} arrived?', { from }),
    act: t('Answer'),
  },
  review_due: {
    icon: <Star strokeWidth={1.75} />,
    title: (from) => t('How was it with {from}?', { from }),
    act: t('Review'),
  },
}

function Item({ item }: { item: ToDo }) {
  const { change } = useListingActs()
  const name = nameOf(item)
  const ad = { id: item.listing_id, title: item.title }
  switch (item.kind) {
    case 'unread_conversation':
      return (
        <Row
          icon={<MessageCircle strokeWidth={1.75} />}
          tone="bg-brand-soft text-brand-ink"
          title={t('Reply to {from}', { from: item.from })}
          line={t('{when}, about {name}', { when: formatTimeAgo(item.due), name })}
        >
          <LinkButton
            variant="soft"
            size="s"
            to={paths.conversation(item.conversation_id)}
            aria-label={t('Reply to {from}', { from: item.from })}
          >
            {t('Reply')}
          </LinkButton>
        </Row>
      )
    case 'offer_ends':
      return (
        <Row
          icon={<HandCoins strokeWidth={1.75} />}
          tone="bg-saffron-soft text-saffron-ink"
          title={t('Answer the offer of {from}', { from: item.from })}
          line={t('It runs out today, about {name}', { name })}
        >
          <LinkButton
            variant="soft"
            size="s"
            to={paths.conversation(item.conversation_id)}
            aria-label={t('Answer the offer of {from}', { from: item.from })}
          >
            {t('Answer')}
          </LinkButton>
        </Row>
      )
    case 'decision':
      return (
        <Row
          icon={<Gavel strokeWidth={1.75} />}
          tone="bg-danger-soft text-danger-ink"
          title={t('Decision no. {decisionNo} is about you', { decisionNo: item.decision_no })}
          line={item.title}
        >
          <LinkButton
            variant="soft"
            size="s"
            to={paths.myReports}
            aria-label={t('Read decision no. {decisionNo}', { decisionNo: item.decision_no })}
          >
            {t('Read')}
          </LinkButton>
        </Row>
      )
    case 'deal_arrange':
    case 'deal_confirm':
    case 'deal_finish':
    case 'deal_send':
    case 'deal_arrived':
    case 'review_due': {
      const { icon, title, act } = TASKS[item.kind]
      return (
        <Row icon={icon} tone="bg-success-soft text-success-ink" title={title(item.from)} line={name}>
          <LinkButton variant="soft" size="s" to={paths.deal(item.deal_id)} aria-label={`${title(item.from)}: ${act}`}>
            {act}
          </LinkButton>
        </Row>
      )
    }
    case 'expires_soon':
      return (
        <Row
          icon={<CalendarClock strokeWidth={1.75} />}
          tone="bg-info-soft text-info-ink"
          title={name}
          line={endsText(item.due)}
        >
          <Button
            variant="soft"
            size="s"
            aria-label={t('Extend {name}', { name })}
            onClick={() => change.mutate({ verb: 'extend', ad })}
          >
            {t('Extend')}
          </Button>
        </Row>
      )
    case 'draft':
      return (
        <Row
          icon={<Pencil strokeWidth={1.75} />}
          tone="bg-clay-soft text-clay-ink"
          title={item.title ? t('Finish {title}', { title: item.title }) : t('Finish your ad')}
          line={t('Draft, {when}', { when: formatTimeAgo(item.due) })}
        >
          <LinkButton
            variant="soft"
            size="s"
            to={paths.editPost(item.listing_id)}
            aria-label={t('Finish {name}', { name })}
          >
            {t('Open')}
          </LinkButton>
        </Row>
      )
    case 'expired':
      return (
        <Row
          icon={<RotateCcw strokeWidth={1.75} />}
          tone="bg-saffron-soft text-saffron-ink"
          title={name}
          line={t('Ended {date}', { date: formatDate(item.due) })}
        >
          <Button
            variant="soft"
            size="s"
            aria-label={t('Put {name} on offer again', { name })}
            onClick={() => change.mutate({ verb: 'relist', ad })}
          >
            {t('Relist')}
          </Button>
        </Row>
      )
  }
}

interface RowProps {
  icon: ReactNode
  tone: string
  title: string
  line: string
  children: ReactNode
}

function Row({ icon, tone, title, line, children }: RowProps) {
  return (
    <li className="flex items-start gap-3 border-t border-line py-3 last:pb-0">
      <span
        aria-hidden="true"
        className={cx('grid size-9 shrink-0 place-items-center rounded-control [&>svg]:size-4.5', tone)}
      >
        {icon}
      </span>
      <p className="min-w-0 flex-1">
        <span className="line-clamp-2 text-[14px]/5 font-semibold">{title}</span>
        <span className="type-small line-clamp-2 text-ink-2">{line}</span>
      </p>
      {children}
    </li>
  )
}

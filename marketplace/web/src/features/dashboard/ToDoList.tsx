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
          To do
        </h2>
        {todo.length > 0 ? <Badge tone="offer">{todo.length}</Badge> : null}
      </div>
      {todo.length === 0 ? (
        <p className="mt-3 border-t border-line pt-3 text-ink-2">Nothing is waiting for you.</p>
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
    title: (from) => `Agree with ${from} where to meet`,
    act: 'Arrange',
  },
  deal_confirm: {
    icon: <CalendarClock strokeWidth={1.75} />,
    title: (from) => `${from} proposes a time and place`,
    act: 'Look',
  },
  deal_finish: {
    icon: <PackageCheck strokeWidth={1.75} />,
    title: (from) => `Did you meet ${from}?`,
    act: 'Finish',
  },
  deal_send: { icon: <Truck strokeWidth={1.75} />, title: (from) => `Send the parcel to ${from}`, act: 'Open' },
  deal_arrived: {
    icon: <PackageCheck strokeWidth={1.75} />,
    title: (from) => `Has the parcel from ${from} arrived?`,
    act: 'Answer',
  },
  review_due: { icon: <Star strokeWidth={1.75} />, title: (from) => `How was it with ${from}?`, act: 'Review' },
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
          title={`Reply to ${item.from}`}
          line={`${formatTimeAgo(item.due)}, about ${name}`}
        >
          <LinkButton
            variant="soft"
            size="s"
            to={paths.conversation(item.conversation_id)}
            aria-label={`Reply to ${item.from}`}
          >
            Reply
          </LinkButton>
        </Row>
      )
    case 'offer_ends':
      return (
        <Row
          icon={<HandCoins strokeWidth={1.75} />}
          tone="bg-saffron-soft text-saffron-ink"
          title={`Answer the offer of ${item.from}`}
          line={`It runs out today, about ${name}`}
        >
          <LinkButton
            variant="soft"
            size="s"
            to={paths.conversation(item.conversation_id)}
            aria-label={`Answer the offer of ${item.from}`}
          >
            Answer
          </LinkButton>
        </Row>
      )
    case 'decision':
      return (
        <Row
          icon={<Gavel strokeWidth={1.75} />}
          tone="bg-danger-soft text-danger-ink"
          title={`Decision no. ${item.decision_no} is about you`}
          line={item.title}
        >
          <LinkButton variant="soft" size="s" to={paths.myReports} aria-label={`Read decision no. ${item.decision_no}`}>
            Read
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
            aria-label={`Extend ${name}`}
            onClick={() => change.mutate({ verb: 'extend', ad })}
          >
            Extend
          </Button>
        </Row>
      )
    case 'draft':
      return (
        <Row
          icon={<Pencil strokeWidth={1.75} />}
          tone="bg-clay-soft text-clay-ink"
          title={item.title ? `Finish ${item.title}` : 'Finish your ad'}
          line={`Draft, ${formatTimeAgo(item.due)}`}
        >
          <LinkButton variant="soft" size="s" to={paths.editPost(item.listing_id)} aria-label={`Finish ${name}`}>
            Open
          </LinkButton>
        </Row>
      )
    case 'expired':
      return (
        <Row
          icon={<RotateCcw strokeWidth={1.75} />}
          tone="bg-saffron-soft text-saffron-ink"
          title={name}
          line={`Ended ${formatDate(item.due)}`}
        >
          <Button
            variant="soft"
            size="s"
            aria-label={`Put ${name} on offer again`}
            onClick={() => change.mutate({ verb: 'relist', ad })}
          >
            Relist
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

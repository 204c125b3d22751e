import {
  CalendarClock,
  CreditCard,
  Gavel,
  HandCoins,
  Handshake,
  MessageCircle,
  PackageCheck,
  Pencil,
  RotateCcw,
  Star,
  TriangleAlert,
  Truck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Arch } from '../../ui/ArchImage.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatTimeAgo } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { nameOf, useListingMutation } from './queries.ts'
import { endsText } from './row-text.ts'
import type { DealTask, OrderTask, ToDo } from './types.ts'

const SHOWN = 4

/** The user's open tasks. */
export function ToDoList({ todo: all }: { todo: readonly ToDo[] }) {
  const todo = withoutEchoes(all)
  return (
    <section aria-labelledby="todo-title" className="panel px-5 py-4">
      <h2 id="todo-title" className="type-h3 border-b border-line pb-3">
        {t('common.waitingForYou')}
      </h2>
      {todo.length === 0 ? (
        <p className="pt-3 text-ink-2">{t('dashboard.nothingWaiting')}</p>
      ) : (
        <ul>
          {todo.slice(0, SHOWN).map((item, at) => (
            <Row key={keyOf(item)} item={item} isFirst={at === 0} />
          ))}
        </ul>
      )}
    </section>
  )
}

const ECHOED: readonly ToDo['kind'][] = ['unread_conversation', 'review_due']

/** Drops unread messages of conversations that have a pending offer or deal. */
function withoutEchoes(todo: readonly ToDo[]): ToDo[] {
  const actions = new Set(
    todo.flatMap((item) => ('conversation_id' in item && !ECHOED.includes(item.kind) ? item.conversation_id : [])),
  )
  return todo.filter((item) => item.kind !== 'unread_conversation' || !actions.has(item.conversation_id))
}

function keyOf(item: ToDo): string {
  switch (item.kind) {
    case 'unread_conversation':
    case 'offer_ends':
      return item.kind + item.conversation_id
    case 'decision':
      return item.kind + item.decision_no
    default:
      return item.kind + ('deal_id' in item ? item.deal_id : 'order_id' in item ? item.order_id : item.listing_id)
  }
}

const DEAL_TASKS: Readonly<Record<DealTask, { icon: ReactNode; title: (from: string) => string; action: string }>> = {
  deal_arrange: {
    icon: <Handshake strokeWidth={1.75} />,
    title: (from) => t('dashboard.toDo.agreeWhere', { from }),
    action: t('common.arrange'),
  },
  deal_confirm: {
    icon: <CalendarClock strokeWidth={1.75} />,
    title: (from) => t('dashboard.toDo.meetupProposed', { from }),
    action: t('dashboard.look'),
  },
  deal_finish: {
    icon: <PackageCheck strokeWidth={1.75} />,
    title: (from) => t('dashboard.toDo.didYouMeet', { from }),
    action: t('dashboard.finish'),
  },
  deal_send: {
    icon: <Truck strokeWidth={1.75} />,
    title: (from) => t('dashboard.toDo.sendParcel', { from }),
    action: t('common.open'),
  },
  deal_arrived: {
    icon: <PackageCheck strokeWidth={1.75} />,
    title: (from) => t('dashboard.toDo.parcelArrived', { from }),
    action: t('dashboard.look'),
  },
  review_due: {
    icon: <Star strokeWidth={1.75} />,
    title: (from) => t('dashboard.toDo.review', { from }),
    action: t('dashboard.review'),
  },
}

const ORDER_TASKS: Readonly<
  Record<OrderTask, { icon: ReactNode; title: (facts: { from: string; date: string }) => string; action: string }>
> = {
  order_pay: {
    icon: <CreditCard strokeWidth={1.75} />,
    title: (facts) => t('dashboard.toDo.orderPay', facts),
    action: t('dashboard.pay'),
  },
  order_ship: {
    icon: <Truck strokeWidth={1.75} />,
    title: (facts) => t('dashboard.toDo.orderShip', facts),
    action: t('common.open'),
  },
  order_check: {
    icon: <PackageCheck strokeWidth={1.75} />,
    title: (facts) => t('dashboard.toDo.orderCheck', facts),
    action: t('dashboard.look'),
  },
  order_answer: {
    icon: <HandCoins strokeWidth={1.75} />,
    title: (facts) => t('dashboard.toDo.orderAnswer', facts),
    action: t('common.answer'),
  },
  order_problem: {
    icon: <TriangleAlert strokeWidth={1.75} />,
    title: (facts) => t('dashboard.toDo.orderProblem', facts),
    action: t('common.answer'),
  },
  order_send_back: {
    icon: <Truck strokeWidth={1.75} />,
    title: (facts) => t('dashboard.toDo.orderSendBack', facts),
    action: t('common.open'),
  },
  order_returned: {
    icon: <PackageCheck strokeWidth={1.75} />,
    title: (facts) => t('dashboard.toDo.orderReturned', facts),
    action: t('dashboard.look'),
  },
}

/** Text and button of a row. */
interface Task {
  icon: ReactNode
  title: string
  line: string
  action: string
  /** The button's accessible name. */
  actionLabel: string
  does: { to: string } | { verb: 'extend' | 'relist' }
}

function taskOf(item: ToDo): Task {
  const name = nameOf(item)
  switch (item.kind) {
    case 'unread_conversation': {
      const title = t('dashboard.toDo.reply', { from: item.from })
      return {
        icon: <MessageCircle strokeWidth={1.75} />,
        title,
        line: `${name} · ${formatTimeAgo(item.due)}`,
        action: t('common.answer'),
        actionLabel: title,
        does: { to: paths.conversation(item.conversation_id) },
      }
    }
    case 'offer_ends': {
      const title = t('dashboard.toDo.answerOffer', { from: item.from })
      return {
        icon: <HandCoins strokeWidth={1.75} />,
        title,
        line: t('dashboard.toDo.runsOutToday', { name }),
        action: t('common.answer'),
        actionLabel: title,
        does: { to: paths.conversation(item.conversation_id) },
      }
    }
    case 'decision':
      return {
        icon: <Gavel strokeWidth={1.75} />,
        title: t('dashboard.toDo.decisionAboutYou', { decisionNo: item.decision_no }),
        line: item.title,
        action: t('dashboard.read'),
        actionLabel: t('dashboard.toDo.readDecision', { decisionNo: item.decision_no }),
        does: { to: paths.myReports },
      }
    case 'expires_soon':
      return {
        icon: <CalendarClock strokeWidth={1.75} />,
        title: name,
        line: endsText(item.due),
        action: t('common.extend'),
        actionLabel: t('dashboard.toDo.extend', { name }),
        does: { verb: 'extend' },
      }
    case 'draft':
      return {
        icon: <Pencil strokeWidth={1.75} />,
        title: t('dashboard.finishYourDraft'),
        line: item.title || formatTimeAgo(item.due),
        action: t('common.continue'),
        actionLabel: t('dashboard.toDo.finishName', { name }),
        does: { to: paths.editPost(item.listing_id) },
      }
    case 'expired':
      return {
        icon: <RotateCcw strokeWidth={1.75} />,
        title: name,
        line: t('dashboard.state.ended', { date: formatDate(item.due) }),
        action: t('dashboard.relist'),
        actionLabel: t('dashboard.toDo.offerAgain', { name }),
        does: { verb: 'relist' },
      }
    case 'order_pay':
    case 'order_ship':
    case 'order_check':
    case 'order_answer':
    case 'order_problem':
    case 'order_send_back':
    case 'order_returned': {
      const { icon, title, action } = ORDER_TASKS[item.kind]
      return {
        icon,
        title: title({ from: item.from, date: formatDate(item.due) }),
        line: name,
        action,
        actionLabel: `${title({ from: item.from, date: formatDate(item.due) })}: ${action}`,
        does: { to: paths.order(item.order_id) },
      }
    }
    default: {
      const { icon, title, action } = DEAL_TASKS[item.kind]
      return {
        icon,
        title: title(item.from),
        line: name,
        action,
        actionLabel: `${title(item.from)}: ${action}`,
        does: { to: paths.deal(item.deal_id) },
      }
    }
  }
}

function Row({ item, isFirst }: { item: ToDo; isFirst: boolean }) {
  const { change } = useListingMutation()
  const { icon, title, line, action, actionLabel, does } = taskOf(item)
  const look = { variant: isFirst ? 'primary' : 'secondary', size: 's', className: 'sm:min-w-23' } as const
  return (
    <li className="flex items-center gap-3.5 border-t border-line py-3 first:border-0 last:pb-0">
      <span aria-hidden="true" className="shrink-0">
        <Arch className="grid w-9.5 place-items-center bg-brand-soft text-brand-ink [&>svg]:size-4.5">{icon}</Arch>
      </span>
      <p className="min-w-0 flex-1">
        <span className="leading-5 font-semibold wrap-anywhere sm:line-clamp-2">{title}</span>
        <span dir="auto" className="type-small line-clamp-1 text-ink-2">
          {line}
        </span>
      </p>
      {'to' in does ? (
        <LinkButton {...look} to={does.to} aria-label={actionLabel}>
          {action}
        </LinkButton>
      ) : (
        <Button
          {...look}
          aria-label={actionLabel}
          onClick={() => change.mutate({ verb: does.verb, ad: { id: item.listing_id, title: item.title } })}
        >
          {action}
        </Button>
      )}
    </li>
  )
}

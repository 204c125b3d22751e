import { CalendarClock, MessageCircle, Pencil, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDate, formatTimeAgo } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { nameOf, useListingActs } from './queries.ts'
import { endsText } from './row-text.ts'
import type { ToDo } from './types.ts'

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
            <Item
              key={item.kind === 'unread_conversation' ? item.conversation_id : item.kind + item.listing_id}
              item={item}
            />
          ))}
        </ul>
      )}
    </section>
  )
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

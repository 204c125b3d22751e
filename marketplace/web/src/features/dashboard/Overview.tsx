import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SPANS, type Span } from './figures.ts'
import { ListingsPanel } from './ListingsPanel.tsx'
import { Numbers } from './Numbers.tsx'
import { useDashboard, useFigures } from './queries.ts'
import { greeting } from './row-text.ts'
import { ToDoList } from './ToDoList.tsx'
import type { ToDo } from './types.ts'
import { ViewsPanel } from './ViewsPanel.tsx'

const ROWS = 6

interface OverviewProps {
  userId: string
  firstName: string
  /** The offers that wait for an answer, below what is to do. */
  offers: ReactNode
}

/** What needs doing, what it brought, and the ads. Each part fails by itself. */
export function Overview({ userId, firstName, offers }: OverviewProps) {
  const dashboard = useDashboard(userId)
  const [days, setDays] = useState<Span>(30)
  const figures = useFigures(userId, days)
  const name = firstName ? `, ${firstName}` : ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 xl:grid-cols-[minmax(0,1fr)_336px] xl:gap-x-10">
      <header className="flex flex-wrap items-end justify-between gap-3 xl:col-start-1">
        <div>
          <h1 className="type-h1">
            {greeting(new Date().getHours())}
            {name}
          </h1>
          <p className="mt-1 text-ink-2">{dashboard.data ? waitingText(dashboard.data.todo) : '\u00a0'}</p>
        </div>
        <SpanSelect value={days} onChange={setDays} />
      </header>
      {figures.isError ? (
        <div className="panel p-6 xl:col-start-1">
          <LoadFailed what={t('your numbers')} onRetry={() => void figures.refetch()} />
        </div>
      ) : (
        <div className="xl:col-start-1">
          <Numbers figures={figures.data} days={days} />
        </div>
      )}
      <div className="grid content-start gap-5 xl:col-start-2 xl:row-span-4 xl:row-start-1">
        {dashboard.isError ? (
          <div className="panel p-6">
            <LoadFailed what={t('what is to do')} onRetry={() => void dashboard.refetch()} />
          </div>
        ) : dashboard.data ? (
          <ToDoList todo={dashboard.data.todo} />
        ) : (
          <Skeleton className="h-48 rounded-panel" />
        )}
        {offers}
      </div>
      {figures.isError ? null : (
        <div className="min-w-0 xl:col-start-1">
          <ViewsPanel figures={figures.data} />
        </div>
      )}
      <div className="min-w-0 xl:col-start-1">
        <ListingsPanel userId={userId} limit={ROWS} />
      </div>
    </div>
  )
}

function SpanSelect({ value, onChange }: { value: Span; onChange: (days: Span) => void }) {
  return (
    <Select
      aria-label={t('Time of the numbers')}
      size="s"
      value={value}
      onChange={(event) => onChange(SPANS.find((days) => days === Number(event.target.value)) ?? 30)}
    >
      {SPANS.map((days) => (
        <option key={days} value={days}>
          {t('Last {days} days', { days })}
        </option>
      ))}
    </Select>
  )
}

function waitingText(todo: readonly ToDo[]): string {
  const people = todo.filter((item) => item.kind === 'unread_conversation').length
  if (people > 0) return t('{people, plural, one {# person is} other {# people are}} waiting for you.', { people })
  return todo.length > 0
    ? t('{count, plural, one {# thing} other {# things}} to do.', { count: todo.length })
    : t('Nothing is waiting for you.')
}

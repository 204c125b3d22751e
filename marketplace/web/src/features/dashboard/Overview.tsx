import type { ReactNode } from 'react'
import { plural } from '../../ui/format.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ListingsPanel } from './ListingsPanel.tsx'
import { Numbers } from './Numbers.tsx'
import { useDashboard } from './queries.ts'
import { greeting } from './row-text.ts'
import { ToDoList } from './ToDoList.tsx'
import type { ToDo } from './types.ts'

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
  const name = firstName ? `, ${firstName}` : ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 xl:grid-cols-[minmax(0,1fr)_336px] xl:gap-x-10">
      <header className="xl:col-start-1">
        <h1 className="type-h1">
          {greeting(new Date().getHours())}
          {name}
        </h1>
        <p className="mt-1 text-ink-2">{dashboard.data ? waitingText(dashboard.data.todo) : '\u00a0'}</p>
      </header>
      {dashboard.isError ? (
        <div className="panel p-6 xl:col-start-1">
          <LoadFailed what="your numbers" onRetry={() => void dashboard.refetch()} />
        </div>
      ) : (
        <>
          <div className="xl:col-start-1">
            <Numbers dashboard={dashboard.data} />
          </div>
          <div className="grid content-start gap-5 xl:col-start-2 xl:row-span-3 xl:row-start-1">
            {dashboard.data ? <ToDoList todo={dashboard.data.todo} /> : <Skeleton className="h-48 rounded-panel" />}
            {offers}
          </div>
        </>
      )}
      <div className="min-w-0 xl:col-start-1">
        <ListingsPanel userId={userId} limit={ROWS} />
      </div>
    </div>
  )
}

function waitingText(todo: readonly ToDo[]): string {
  const people = todo.filter((item) => item.kind === 'unread_conversation').length
  if (people > 0) return `${plural(people, 'person is', 'people are')} waiting for you.`
  return todo.length > 0 ? `${plural(todo.length, 'thing')} to do.` : 'Nothing is waiting for you.'
}

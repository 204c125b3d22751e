import type { ReactNode } from 'react'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { cx } from '../../ui/cx.ts'
import { formatMoney } from '../../ui/format.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { FirstAd } from './FirstAd.tsx'
import { ListingsPanel } from './ListingsPanel.tsx'
import { useDashboard, useFigures } from './queries.ts'
import { greeting } from './row-text.ts'
import { ToDoList } from './ToDoList.tsx'
import { tabPath } from './tabs.ts'

const ROWS = 5

interface OverviewProps {
  userId: string
  name: string | undefined
  offers: ReadonlyMap<string, number> | undefined
  newOffer: ReactNode
  /** Shown to users without ads. */
  nearby: ReactNode
}

/** Tasks and ads; onboarding for new users. */
export function Overview({ userId, name, offers, newOffer, nearby }: OverviewProps) {
  const dashboard = useDashboard(userId)
  if (dashboard.isLoadingError) return <LoadFailed as="h1" onRetry={() => void dashboard.refetch()} />
  if (!dashboard.data || !offers || name === undefined) return <Loading />
  const { listings, todo } = dashboard.data
  const hasAds = listings.total > 0
  const isNew = !hasAds && todo.length === 0 && offers.size === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h1 className="type-h1">{isNew ? t('dashboard.welcome', { name }) : greeting(new Date().getHours(), name)}</h1>
        {isNew ? <p className="mt-1 text-ink-2">{t('dashboard.firstAd.line')}</p> : null}
      </div>
      {isNew ? null : (
        <div
          className={cx(
            'grid grid-cols-[minmax(0,1fr)] items-start gap-5',
            offers.size > 0 && 'xl:grid-cols-[minmax(0,1fr)_372px]',
          )}
        >
          <ToDoList todo={todo} />
          {offers.size > 0 ? newOffer : null}
        </div>
      )}
      {hasAds ? (
        <div>
          <ListingsPanel userId={userId} limit={ROWS} offers={offers} />
          <Month userId={userId} />
        </div>
      ) : (
        <FirstAd />
      )}
      {isNew ? nearby : null}
    </div>
  )
}

/** Figures of the last 30 days, if any. */
function Month({ userId }: { userId: string }) {
  const { data } = useFigures(userId)
  if (!data || data.views + data.sold === 0) return null
  return (
    <p className="type-small tnum mt-3 text-ink-2">
      <Trans
        id="dashboard.month"
        values={{ views: data.views, sold: data.sold, earned: formatMoney(data.earned_minor) }}
        components={{
          0: <b className="font-semibold text-ink" />,
          1: <Link to={tabPath('listings')} className="hit-44 font-semibold text-brand" />,
        }}
      />
    </p>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-5">
      <h1 className="sr-only">{t('shell.dashboard')}</h1>
      <Skeleton className="h-9 w-72 max-w-full rounded-badge" />
      <Skeleton className="h-56 rounded-panel" />
      <Skeleton className="h-96 rounded-panel" />
    </div>
  )
}

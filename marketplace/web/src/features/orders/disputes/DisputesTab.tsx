import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Link, useSearchParams } from '../../../lib/router.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Photo } from '../../../ui/Photo.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { REASON } from '../wording.ts'
import { DecideBy } from './badges.tsx'
import { CasePage } from './CasePage.tsx'
import { casesQuery } from './queries.ts'
import type { WaitingCase } from './types.ts'

/** /admin/disputes: disputes that both users could not settle, and appeals; one of them with `?order=`. */
export function DisputesTab() {
  const [search] = useSearchParams()
  const open = search.get('order')
  return open ? <CasePage key={open} orderId={open} /> : <Cases />
}

function Cases() {
  const cases = useQuery(casesQuery)
  return (
    <>
      <h1 className="type-h1 mb-5">{t('admin.disputes')}</h1>
      {cases.isPending ? <Skeleton className="h-72 rounded-card" /> : null}
      {cases.isLoadingError ? (
        <div className="panel p-6">
          <LoadFailed onRetry={() => void cases.refetch()} />
        </div>
      ) : null}
      <div role="status">
        {cases.data?.length === 0 ? (
          <div className="panel p-8">
            <EmptyState
              icon={<Scale aria-hidden="true" strokeWidth={1.75} />}
              title={t('admin.queue.empty')}
              line={t('admin.disputes.emptyHint')}
            />
          </div>
        ) : null}
      </div>
      {cases.data && cases.data.length > 0 ? (
        <ul aria-label={t('admin.disputes')} className="panel divide-y divide-line px-4 md:px-5">
          {cases.data.map((one) => (
            <Line key={one.order_id} line={one} />
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Line({ line }: { line: WaitingCase }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <Photo path={line.cover_path} alt="" sizes="56px" className="w-14 shrink-0 rounded-control" />
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to={`${paths.adminTab('disputes')}?order=${line.order_id}`}
          className="font-semibold after:absolute after:inset-0 hover:text-brand"
        >
          {REASON[line.reason]}
        </Link>
        <p className="truncate">{line.title}</p>
        <p className="type-small tnum text-ink-2">
          {t('admin.disputes.parties', {
            number: String(line.order_number),
            buyer: line.buyer ?? t('common.deletedAccount'),
            seller: line.seller ?? t('common.deletedAccount'),
          })}
        </p>
      </div>
      {line.is_appeal ? <Badge tone="info">{t('admin.disputes.appeal')}</Badge> : null}
      <DecideBy by={line.decide_by} />
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ShieldX } from 'lucide-react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { isTransient, sentenceOf } from '../../../lib/data/failure.ts'
import { Link } from '../../../lib/router.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Photo } from '../../../ui/Photo.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { decisionOf, REASON } from '../wording.ts'
import { DecideBy, Held } from './badges.tsx'
import { CaseSides } from './CaseSides.tsx'
import { Decision } from './Decision.tsx'
import { Known } from './Known.tsx'
import { caseQuery } from './queries.ts'
import type { DisputeCase } from './types.ts'

/** One disputed order: both sides, the known facts, and the decision. */
export function CasePage({ orderId }: { orderId: string }) {
  const file = useQuery(caseQuery(orderId))
  return (
    <>
      <Link
        to={paths.adminTab('disputes')}
        className="type-small inline-flex min-h-11 items-center gap-2 text-ink-2 hover:text-brand"
      >
        <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-4" />
        {t('admin.disputes')}
      </Link>
      {file.isPending ? <Skeleton className="h-96 rounded-card" /> : null}
      {file.isLoadingError ? <NoCase error={file.error} onRetry={() => void file.refetch()} /> : null}
      {file.data ? <Shown file={file.data} /> : null}
    </>
  )
}

/** An unknown case, or one assigned to another moderator. */
function NoCase({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isTransient(error)) return <LoadFailed onRetry={onRetry} />
  return (
    <div className="panel p-8">
      <EmptyState
        as="h1"
        tone="clay"
        icon={<ShieldX aria-hidden="true" strokeWidth={1.75} />}
        title={t('admin.closed')}
        line={sentenceOf(error)}
      />
    </div>
  )
}

function Shown({ file }: { file: DisputeCase }) {
  const { dispute, currency } = file
  const isAppealed = dispute.appealed_at !== null && dispute.appeal_decided_at === null
  const isWaiting = isAppealed || dispute.ended_at === null
  usePageTitle(REASON[file.reason])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_336px] xl:gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="type-h1">{REASON[file.reason]}</h1>
          <div className="flex flex-wrap gap-2">
            {isAppealed ? <Badge tone="info">{t('admin.disputes.appeal')}</Badge> : null}
            {isWaiting && file.decide_by ? <DecideBy by={file.decide_by} /> : null}
            {file.held_minor > 0 ? <Held minor={file.held_minor} currency={currency} /> : null}
          </div>
        </div>
        <Item file={file} />
        <CaseSides file={file} />
        {isWaiting && dispute.question ? (
          <p className="panel p-5 wrap-anywhere">
            <span className="font-semibold">{t('admin.disputes.asked')}</span> {dispute.question}
          </p>
        ) : null}
        <Known file={file} />
      </div>
      <div className="grid gap-4">
        {dispute.decision ? <Decided file={file} /> : null}
        {isWaiting ? <Decision file={file} isAppeal={isAppealed} /> : null}
      </div>
    </div>
  )
}

function Item({ file }: { file: DisputeCase }) {
  const item = file.items[0]
  return (
    <div className="panel flex flex-wrap items-center gap-4 p-4">
      <Photo path={file.cover_path} alt="" sizes="56px" className="w-14 shrink-0 rounded-control" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">{file.items.map(({ title }) => title).join(', ')}</p>
        <p className="type-small tnum text-ink-2">{t('orders.number', { number: file.order_number })}</p>
      </div>
      {item?.listing_id ? (
        <LinkButton to={paths.listing(item.listing_id)} variant="secondary" size="s">
          {t('admin.openTheAd')}
        </LinkButton>
      ) : null}
    </div>
  )
}

/** The decision, and the appeal against it. */
function Decided({ file: { dispute, currency } }: { file: DisputeCase }) {
  return (
    <section aria-labelledby="decided-title" className="panel grid gap-2 p-5">
      <h2 id="decided-title" className="type-h3">
        {t('orders.decision')}
      </h2>
      <p className="tnum font-semibold">{decisionOf(dispute, currency)}</p>
      <p className="whitespace-pre-line wrap-anywhere text-ink-2">{dispute.decision}</p>
      {dispute.appeal ? (
        <>
          <h3 className="mt-2 font-semibold">{t('admin.disputes.appeal')}</h3>
          <p className="whitespace-pre-line wrap-anywhere text-ink-2">{dispute.appeal}</p>
        </>
      ) : null}
      {dispute.appeal_decision ? (
        <p className="border-t border-line pt-2 whitespace-pre-line wrap-anywhere text-ink-2">
          {dispute.appeal_decision}
        </p>
      ) : null}
    </section>
  )
}

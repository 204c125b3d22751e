import { useInfiniteQuery } from '@tanstack/react-query'
import { Landmark, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { exactMoney, signedMoney } from '../../ui/exact-money.ts'
import { formatDate } from '../../ui/format.ts'
import { formatMonth } from '../../ui/format-dates.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Kind, StatementLine } from './api.ts'
import { DownloadLink } from './DownloadLink.tsx'
import { statementQuery } from './queries.ts'

const KINDS: readonly { kind: Kind; label: string }[] = [
  { kind: 'all', label: t('balance.all') },
  { kind: 'sales', label: t('balance.sales') },
  { kind: 'payouts', label: t('balance.payouts') },
]

/** This month and the eleven before it, as "2026-11", in UTC. */
function lastMonths(): string[] {
  const now = new Date()
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

/** Every movement of the balance, newest first, with the balance after each; nothing while the first sales are pending. */
export function Statement({ hasSales }: { hasSales: boolean }) {
  const [kind, setKind] = useState<Kind>('all')
  const [month, setMonth] = useState<string | null>(null)
  const statement = useInfiniteQuery(statementQuery(month, kind))
  const lines = statement.data?.pages.flat() ?? []
  if (statement.isLoadingError) return <LoadFailed onRetry={() => void statement.refetch()} />
  if (lines.length === 0 && !statement.isPending && kind === 'all' && month === null) {
    return hasSales ? null : <NoSales />
  }
  const months = lastMonths()
  const downloaded = month ?? months[0] ?? ''
  return (
    <section aria-labelledby="statement" className="panel">
      <div className="flex flex-wrap items-center gap-2 px-5 py-3.5">
        <h2 id="statement" className="type-h3 me-2 max-sm:w-full">
          {t('balance.statement')}
        </h2>
        {KINDS.map((one) => (
          <Chip key={one.kind} selected={kind === one.kind} onClick={() => setKind(one.kind)}>
            {one.label}
          </Chip>
        ))}
        <div className="flex items-center gap-4 sm:ms-auto">
          <Select
            size="s"
            aria-label={t('balance.month')}
            value={month ?? ''}
            onChange={(event) => setMonth(event.target.value || null)}
          >
            <option value="">{t('balance.month.latest')}</option>
            {months.map((one) => (
              <option key={one} value={one}>
                {formatMonth(one)}
              </option>
            ))}
          </Select>
          {(['PDF', 'CSV'] as const).map((format) => (
            <DownloadLink
              key={format}
              path={`month/${downloaded}?as=${format.toLowerCase()}`}
              name={t('balance.download', { format })}
            >
              {format}
            </DownloadLink>
          ))}
        </div>
      </div>
      {statement.isPending ? (
        <Skeleton className="m-5 h-60" />
      ) : lines.length === 0 ? (
        <p className="border-t border-line px-5 py-6 text-ink-2">{t('balance.nothingHere')}</p>
      ) : (
        <Lines lines={lines} />
      )}
      {statement.hasNextPage ? (
        <div className="border-t border-line px-5 py-3">
          <Button
            variant="ghost"
            loading={statement.isFetchingNextPage}
            loadingLabel={t('balance.more.loading')}
            onClick={() => void statement.fetchNextPage()}
          >
            {t('balance.more')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function NoSales() {
  return (
    <EmptyState
      icon={<Wallet aria-hidden="true" strokeWidth={1.75} />}
      title={t('balance.empty')}
      line={t('balance.empty.hint')}
    />
  )
}

function Lines({ lines }: { lines: readonly StatementLine[] }) {
  const end = 'px-0 text-end'
  return (
    <table className="w-full table-fixed border-collapse text-start">
      <thead>
        <tr className="type-small border-t border-line text-ink-2 [&>th]:py-2 [&>th]:font-normal">
          <th scope="col" className="ps-5 text-start">
            {t('balance.what')}
          </th>
          <th scope="col" className="w-24 text-start max-sm:hidden">
            {t('balance.date')}
          </th>
          <th scope="col" className={`w-28 max-sm:pe-5 ${end}`}>
            {t('balance.amount')}
          </th>
          <th scope="col" className={`w-32 pe-5 max-sm:hidden ${end}`}>
            {t('balance.balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line }: { line: StatementLine }) {
  const { amount_minor: amount, balance_minor, currency, happened_at, photo_path } = line
  const isPayout = line.kind === 'payout' || line.kind === 'payout_returned'
  const date = formatDate(happened_at)
  return (
    <tr className="border-t border-line [&>td]:py-2.5">
      <td className="ps-5 pe-3">
        <div className="flex items-center gap-3">
          {isPayout ? (
            <span className="grid size-11 shrink-0 place-items-center rounded-[10px] bg-sunken text-ink-2">
              <Landmark aria-hidden="true" strokeWidth={1.75} className="size-5" />
            </span>
          ) : (
            <Photo path={photo_path} alt="" sizes="44px" className="size-11 shrink-0 rounded-[10px]" />
          )}
          <div className="min-w-0">
            <p className="truncate font-semibold">{titleOf(line)}</p>
            <p className="type-small text-ink-2">
              {aboutIt(line)}
              <span className="sm:hidden"> · {date}</span>
            </p>
          </div>
        </div>
      </td>
      <td className="type-small text-ink-2 max-sm:hidden">{date}</td>
      <td className="tnum text-end font-semibold max-sm:pe-5">
        <span className={amount > 0 ? 'text-success-ink' : ''}>{signedMoney(amount, currency)}</span>
        <span className="type-small block font-normal text-ink-2 sm:hidden">
          <span className="sr-only">{t('balance.balance')} </span>
          {exactMoney(balance_minor, currency)}
        </span>
      </td>
      <td className="tnum pe-5 text-end text-ink-2 max-sm:hidden">{exactMoney(balance_minor, currency)}</td>
    </tr>
  )
}

function titleOf({ kind, title, item_count }: StatementLine): ReactNode {
  if (kind === 'payout') return t('balance.row.payout')
  if (kind === 'payout_returned') return t('balance.row.returned')
  const more = (item_count ?? 1) - 1
  return more > 0 ? t('balance.row.items', { title: title ?? '', more }) : title
}

/** A refunded part is shown within its sale. */
function aboutIt({ kind, buyer_name, refunded_minor, amount_minor, currency }: StatementLine): string {
  if (kind === 'payout') return t('balance.row.payoutTo')
  if (kind === 'payout_returned') return t('balance.row.returnedWhy')
  if (kind === 'chargeback') return t('balance.row.chargeback')
  if (kind === 'reversal') return t('balance.row.reversal')
  if (refunded_minor) {
    return t('balance.row.partRefund', {
      gross: exactMoney(amount_minor + refunded_minor, currency),
      refund: exactMoney(refunded_minor, currency),
    })
  }
  return buyer_name ? t('balance.row.soldTo', { name: buyer_name }) : t('balance.row.sold')
}

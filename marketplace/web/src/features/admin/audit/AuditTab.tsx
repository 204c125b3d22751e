import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Tables } from '../../../../../contract/database.types.ts'
import { t } from '../../../i18n/t.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../../ui/Skeleton.tsx'
import { saveCsv } from './csv.ts'

type Line = Readonly<Tables<'audit_log'>>

const PAGE = 50
/** Limit of one export; for more, query the database. */
const MOST_EXPORTED = 5000

async function readLines(before: number | null, limit: number): Promise<Line[]> {
  const query = supabase.from('audit_log').select('id, actor_id, action, target, before, after, at')
  const page = before === null ? query : query.lt('id', before)
  return dataOf(await page.order('id', { ascending: false }).limit(limit)) as Line[]
}

/** /admin/audit: read-only log of moderators' and administrators' actions, newest first. */
export function AuditTab() {
  const log = useInfiniteQuery({
    queryKey: ['admin', 'audit'],
    queryFn: ({ pageParam }) => readLines(pageParam, PAGE),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : (last.at(-1)?.id ?? undefined)),
    staleTime: 0,
  })
  const waiting = useDelayed(log.isPending)
  const lines = log.data?.pages.flat() ?? []
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-h1">{t('admin.auditLog')}</h1>
        <Button variant="secondary" size="s" onClick={() => void exportLines()}>
          <Download aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {t('admin.saveAsCsv')}
        </Button>
      </div>
      {waiting ? <Skeleton className="h-72 rounded-card" /> : null}
      {log.isLoadingError ? (
        <div className="panel p-6">
          <LoadFailed onRetry={() => void log.refetch()} />
        </div>
      ) : null}
      {log.data ? (
        <div className="panel overflow-x-auto p-2">
          <table className="w-full text-left">
            <thead className="type-small text-ink-3">
              <tr>
                {[
                  t('common.when'),
                  t('admin.audit.what'),
                  t('admin.audit.about'),
                  t('admin.audit.doneBy'),
                  t('common.details'),
                ].map((name) => (
                  <th key={name} scope="col" className="px-3 py-2 font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id} className="border-t border-line align-top">
                  <td className="tnum whitespace-nowrap px-3 py-2">{timeOf(line.at)}</td>
                  <td className="whitespace-nowrap px-3 py-2 font-semibold">{line.action}</td>
                  <td className="max-w-56 truncate px-3 py-2 text-ink-2" title={line.target}>
                    {line.target}
                  </td>
                  <td className="px-3 py-2 text-ink-2">{line.actor_id?.slice(0, 8) ?? t('admin.audit.theSystem')}</td>
                  <td className="max-w-96 break-words px-3 py-2 text-ink-2">{detailsOf(line)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {lines.length === 0 ? <p className="p-4 text-ink-3">{t('admin.audit.nothingDone')}</p> : null}
        </div>
      ) : null}
      {log.hasNextPage ? (
        <Button
          variant="secondary"
          className="mt-4"
          loading={log.isFetchingNextPage}
          loadingLabel={t('app.loading')}
          onClick={() => void log.fetchNextPage()}
        >
          {t('common.showMore')}
        </Button>
      ) : null}
    </>
  )
}

async function exportLines(): Promise<void> {
  const lines = await readLines(null, MOST_EXPORTED)
  const rows = lines.map((line) => [line.at, line.action, line.target, line.actor_id ?? '', detailsOf(line)])
  saveCsv('audit-log.csv', [['at', 'action', 'target', 'actor', 'details'], ...rows])
}

function detailsOf({ before, after }: Line): string {
  const parts = [before, after]
    .filter((part) => part !== null && part !== undefined)
    .map((part) => JSON.stringify(part))
  return parts.join(' → ')
}

function timeOf(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}

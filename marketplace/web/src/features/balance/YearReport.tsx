import { FileText } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { exactMoney } from '../../ui/exact-money.ts'
import { DownloadLink } from './DownloadLink.tsx'
import { useYear } from './queries.ts'

/** The year's sales in one line, with the report for the tax office. */
export function YearReport() {
  const year = new Date().getUTCFullYear()
  const quarters = useYear(year).data ?? []
  if (quarters.length === 0) return null
  const count = quarters.reduce((sum, { sales }) => sum + sales, 0)
  const paid = quarters.reduce((sum, { paid_minor }) => sum + paid_minor, 0)
  return (
    <section aria-label={t('balance.year')} className="flex items-center gap-3 px-5">
      <FileText aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-2" />
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{t('balance.year')}</span>
        <br />
        <span className="type-small tnum text-ink-2">
          {t('balance.year.sum', { count, amount: exactMoney(paid, config.currency) })}
        </span>
      </p>
      <DownloadLink path={`year/${year}?as=pdf`}>{t('balance.year.report')}</DownloadLink>
    </section>
  )
}

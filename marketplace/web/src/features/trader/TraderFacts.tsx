import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { traderQuery } from './api.ts'

/** The legal details of a business, on its seller page. */
export function TraderFacts({ sellerId }: { sellerId: string }) {
  const { data: trader } = useQuery(traderQuery(sellerId))
  if (!trader) return null
  const rows: [string, string][] = [
    [t('seller.trader.legalName'), trader.legal_name],
    [t('common.address'), trader.address],
    [t('common.email'), trader.contact_email],
    [t('common.phone'), trader.contact_phone],
    ...(trader.register_no ? ([[t('seller.trader.registerNumber'), trader.register_no]] as [string, string][]) : []),
    ...(trader.vat_no ? ([[t('seller.trader.vatNumber'), trader.vat_no]] as [string, string][]) : []),
  ]
  return (
    <section aria-labelledby="trader-title" className="mt-10 max-w-3xl md:mt-14">
      <h2 id="trader-title" className="type-h2 mb-3">
        {t('seller.trader.aboutThisBusiness')}
      </h2>
      <div className="panel p-5">
        <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="type-small mt-4 text-ink-2">{t('seller.trader.certified')}</p>
      </div>
    </section>
  )
}

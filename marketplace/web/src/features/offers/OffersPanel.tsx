import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { OfferRow } from './OfferRow.tsx'
import { useMyTrades } from './queries.ts'

const SHOWN = 3

/** On the overview: the offers that wait for an answer. Nothing when none does. */
export function OffersPanel({ userId }: { userId: string }) {
  const { data } = useMyTrades(userId)
  const waiting = data?.offers.filter(({ from_id }) => from_id !== userId) ?? []
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="offers-title" className="panel p-5 pb-2">
      <div className="flex items-center justify-between">
        <h2 id="offers-title" className="type-h3">
          {t('Offers')}
        </h2>
        <Link to={paths.offers} className="type-small font-semibold text-brand hover:underline">
          {t('All {count}', { count: waiting.length })}
        </Link>
      </div>
      <ul className="mt-3">
        {waiting.slice(0, SHOWN).map((offer) => (
          <li key={offer.id} className="border-t border-line">
            <OfferRow offer={offer} userId={userId} />
          </li>
        ))}
      </ul>
    </section>
  )
}

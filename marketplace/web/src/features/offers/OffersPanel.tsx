import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { OfferRow } from './OfferRow.tsx'
import type { ListedOffer } from './types.ts'

/** On the overview: the newest offer to answer, and a link to the others. */
export function OffersPanel({ waiting, userId }: { waiting: readonly ListedOffer[]; userId: string }) {
  const [newest] = waiting
  if (!newest) return null
  return (
    <section aria-labelledby="offers-title" className="panel px-5 py-4">
      <h2 id="offers-title" className="type-h3 border-b border-line pb-3">
        {t('offers.newOffer')}
      </h2>
      <OfferRow offer={newest} userId={userId} />
      {waiting.length > 1 ? (
        <p className="border-t border-line pt-3">
          <Link to={paths.offers} className="hit-44 font-semibold text-brand hover:underline">
            {t('offers.seeAll', { count: waiting.length })}
          </Link>
        </p>
      ) : null}
    </section>
  )
}

import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { AdLink, allProps, type ListingRowsProps, priceOf } from './ListingsTable.tsx'
import { countsOf } from './manage.ts'
import { nameOf } from './queries.ts'
import { RowMenu } from './RowMenu.tsx'
import { rowText } from './row-text.ts'
import { StateBadge } from './StateBadge.tsx'
import type { MyListing } from './types.ts'

const COUNTED: readonly MyListing['state'][] = ['active', 'reserved', 'sold']

/** Ads as cards; from 768 px on one line each. */
export function ListingCards({ ads, figures, counted, offers, choice, ...actions }: ListingRowsProps) {
  return (
    <>
      {choice ? (
        <div className="border-t border-line px-4">
          <Checkbox label={t('dashboard.chooseAll')} {...allProps(choice)} />
        </div>
      ) : null}
      <ul className="border-t border-line">
        {ads.map((ad) => (
          <li
            key={ad.id}
            className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-0 md:px-5 md:py-1.5"
          >
            {choice ? (
              <Checkbox
                label={<span className="sr-only">{t('dashboard.choose', { value: nameOf(ad) })}</span>}
                checked={choice.ids.has(ad.id)}
                onChange={() => choice.toggle(ad)}
                className="gap-0"
              />
            ) : null}
            <Photo
              path={ad.cover_path}
              alt=""
              sizes="72px"
              className="size-18 shrink-0 rounded-control max-[22.5rem]:size-12 md:size-12"
            />
            <div className="min-w-0 flex-1 md:flex md:items-center md:gap-6">
              <div className="min-w-0 md:flex-1">
                <AdLink ad={ad} />
              </div>
              <p className="mt-0.5 flex flex-wrap items-center gap-x-2 md:mt-0 md:w-52 md:gap-6">
                <span className="type-price md:w-20 md:text-end">{priceOf(ad)}</span>
                <StateBadge state={ad.state} />
              </p>
              <p className="type-small tnum flex gap-x-3 text-ink-2 max-md:flex-wrap md:w-80 md:truncate md:text-[15px]">
                {COUNTED.includes(ad.state) ? (
                  <Counts counts={countsOf(ad, figures?.get(ad.id), counted)} offers={offers?.get(ad.id)} />
                ) : (
                  <span className="truncate">{rowText(ad)}</span>
                )}
              </p>
            </div>
            <RowMenu ad={ad} {...actions} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Counts({ counts, offers }: { counts: { views: number; saves: number }; offers: number | undefined }) {
  return (
    <>
      <span className="md:w-24">{t('dashboard.viewCount', { views: counts.views })}</span>
      <span className="md:w-24">{t('dashboard.saveCount', { saves: counts.saves })}</span>
      {offers ? (
        <Link to={paths.offers} className="font-semibold text-brand hover:underline">
          {t('dashboard.offerCount', { offers })}
        </Link>
      ) : null}
    </>
  )
}

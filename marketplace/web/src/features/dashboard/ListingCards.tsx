import { t } from '../../i18n/t.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { AdLink, allProps, type ListingRowsProps, priceOf } from './ListingsTable.tsx'
import { type Counts, countsOf } from './manage.ts'
import { nameOf } from './queries.ts'
import { RowMenu } from './RowMenu.tsx'
import { rowText } from './row-text.ts'
import { StateBadge } from './StateBadge.tsx'
import type { MyListing } from './types.ts'

/** The ads as cards, under 768 px: the same facts and the same menu as the table. */
export function ListingCards({ ads, figures, counted, choice, ...acts }: ListingRowsProps) {
  return (
    <>
      {choice ? (
        <div className="border-t border-line px-4">
          <Checkbox label={t('Choose all')} {...allProps(choice)} />
        </div>
      ) : null}
      <ul className="border-t border-line">
        {ads.map((ad) => (
          <li key={ad.id} className="flex gap-3 border-b border-line px-4 py-3 last:border-0">
            {choice ? (
              <Checkbox
                label={<span className="sr-only">{t('Choose {value}', { value: nameOf(ad) })}</span>}
                checked={choice.ids.has(ad.id)}
                onChange={() => choice.toggle(ad)}
                className="gap-0"
              />
            ) : null}
            <Photo path={ad.cover_path} alt="" sizes="72px" className="size-18 shrink-0 rounded-control" />
            <div className="min-w-0 flex-1">
              <AdLink ad={ad} />
              <p className="mt-0.5 flex items-center gap-2">
                <span className="type-price">{priceOf(ad)}</span>
                <StateBadge state={ad.state} />
              </p>
              <p className="type-small truncate text-ink-2">
                {factsOf(ad, countsOf(ad, figures?.get(ad.id), counted))}
              </p>
            </div>
            <RowMenu ad={ad} {...acts} />
          </li>
        ))}
      </ul>
    </>
  )
}

function factsOf(ad: MyListing, { views, saves, chats }: Counts): string {
  if (ad.state !== 'active' && ad.state !== 'reserved') return rowText(ad)
  return [
    t('{views, plural, one {# view} other {# views}}', { views }),
    t('{saves, plural, one {# save} other {# saves}}', { saves }),
    t('{chats, plural, one {# chat} other {# chats}}', { chats }),
  ].join(' · ')
}

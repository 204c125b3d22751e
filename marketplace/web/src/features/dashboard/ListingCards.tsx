import { plural } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'
import { AdLink, type ListingRowsProps, priceOf } from './ListingsTable.tsx'
import { RowMenu } from './RowMenu.tsx'
import { rowText } from './row-text.ts'
import { StateBadge } from './StateBadge.tsx'
import type { MyListing } from './types.ts'

/** The ads as cards, under 768 px: the same facts and the same menu as the table. */
export function ListingCards({ ads, ...acts }: ListingRowsProps) {
  return (
    <ul className="border-t border-line">
      {ads.map((ad) => (
        <li key={ad.id} className="flex gap-3 border-b border-line px-4 py-3 last:border-0">
          <Photo path={ad.cover_path} alt="" sizes="72px" className="size-18 shrink-0 rounded-control" />
          <div className="min-w-0 flex-1">
            <AdLink ad={ad} />
            <p className="mt-0.5 flex items-center gap-2">
              <span className="type-price">{priceOf(ad)}</span>
              <StateBadge state={ad.state} />
            </p>
            <p className="type-small truncate text-ink-2">{factsOf(ad)}</p>
          </div>
          <RowMenu ad={ad} {...acts} />
        </li>
      ))}
    </ul>
  )
}

function factsOf(ad: MyListing): string {
  if (ad.state !== 'active' && ad.state !== 'reserved') return rowText(ad)
  return [plural(ad.views_count, 'view'), plural(ad.saves_count, 'save'), plural(ad.chats_count, 'chat')].join(' · ')
}

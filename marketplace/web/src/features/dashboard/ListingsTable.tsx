import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { formatCount, formatPrice } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'
import { actionsFor } from './actions.ts'
import { EditLink } from './EditLink.tsx'
import { nameOf } from './queries.ts'
import { RowMenu } from './RowMenu.tsx'
import { rowText } from './row-text.ts'
import { StateBadge } from './StateBadge.tsx'
import type { MyListing } from './types.ts'

export interface ListingRowsProps {
  ads: readonly MyListing[]
  onSell: (ad: MyListing) => void
  onDelete: (ad: MyListing) => void
}

const NUMBER = 'tnum px-2 text-end'

/** The ads as a table, from 768 px. */
export function ListingsTable({ ads, ...acts }: ListingRowsProps) {
  return (
    <table className="w-full border-collapse">
      <thead className="type-small text-ink-2">
        <tr className="border-y border-line">
          <th scope="col" className="h-9 ps-5 text-start font-normal">
            Item
          </th>
          <th scope="col" className={`${NUMBER} font-normal`}>
            Price
          </th>
          <th scope="col" className="px-3 text-start font-normal">
            Status
          </th>
          <th scope="col" className={`${NUMBER} font-normal`}>
            Views
          </th>
          <th scope="col" className={`${NUMBER} font-normal`}>
            Saves
          </th>
          <th scope="col" className={`${NUMBER} font-normal`}>
            Chats
          </th>
          <th scope="col" className="w-24">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {ads.map((ad) => (
          <Row key={ad.id} ad={ad} {...acts} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ ad, ...acts }: { ad: MyListing } & Omit<ListingRowsProps, 'ads'>) {
  const isDraft = ad.state === 'draft'
  const number = (count: number) => (isDraft ? '–' : formatCount(count))
  return (
    <tr className="h-[69px] border-b border-line last:border-0">
      <th scope="row" className="w-full max-w-0 ps-5 pe-2 text-start font-normal">
        <span className="flex items-center gap-3">
          <Photo path={ad.cover_path} alt="" sizes="48px" className="size-12 shrink-0 rounded-control" />
          <span className="min-w-0">
            <AdLink ad={ad} />
            <span className="type-small block truncate text-ink-2">{rowText(ad)}</span>
          </span>
        </span>
      </th>
      <td className={`${NUMBER} font-semibold whitespace-nowrap`}>{priceOf(ad)}</td>
      <td className="px-3">
        <StateBadge state={ad.state} />
      </td>
      <td className={NUMBER}>{number(ad.views_count)}</td>
      <td className={NUMBER}>{number(ad.saves_count)}</td>
      <td className={NUMBER}>{number(ad.chats_count)}</td>
      <td className="pe-3 text-end whitespace-nowrap">
        {actionsFor(ad).includes('edit') ? <EditLink ad={ad} name={nameOf(ad)} /> : null}
        <RowMenu ad={ad} {...acts} />
      </td>
    </tr>
  )
}

/** The title: to the form for a draft, otherwise to the ad's page. */
export function AdLink({ ad }: { ad: MyListing }) {
  const isPublic = ad.state === 'active' || ad.state === 'reserved' || ad.state === 'sold'
  return (
    <Link
      to={isPublic ? paths.listing(ad.id) : paths.editPost(ad.id)}
      className="block truncate text-[14px]/5 font-semibold hover:underline"
    >
      {nameOf(ad)}
    </Link>
  )
}

/** The price as the row shows it: a dash while a draft has none. */
export function priceOf(ad: MyListing): string {
  if (ad.state === 'draft' && ad.price_minor === null && ad.price_type !== 'free') return '–'
  return formatPrice(ad.price_minor, ad.currency, ad.price_type)
}

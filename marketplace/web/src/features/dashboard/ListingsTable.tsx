import { Pencil } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { formatCount, formatPrice } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'
import { actionsFor } from './actions.ts'
import type { AdFigures } from './figures.ts'
import { type Counted, countsOf, weekText } from './manage.ts'
import { nameOf } from './queries.ts'
import { RowMenu } from './RowMenu.tsx'
import { rowText } from './row-text.ts'
import { Sparkline } from './Sparkline.tsx'
import { StateBadge } from './StateBadge.tsx'
import type { MyListing } from './types.ts'

/** Selection for bulk actions. */
export interface Choice {
  readonly ids: ReadonlySet<string>
  readonly areAll: boolean
  toggle(ad: MyListing): void
  toggleAll(): void
}

export interface ListingRowsProps {
  ads: readonly MyListing[]
  figures: ReadonlyMap<string, AdFigures> | undefined
  counted: Counted
  /** Open offers per ad. */
  offers: ReadonlyMap<string, number> | undefined
  /** Null in read-only lists. */
  choice: Choice | null
  onSell: (ad: MyListing) => void
  onDelete: (ad: MyListing) => void
}

const NUMBER = 'tnum px-2 text-end'

export function ListingsTable(props: ListingRowsProps) {
  const { ads, choice } = props
  return (
    <table className="w-full border-collapse">
      <thead className="type-small text-ink-2">
        <tr className="border-y border-line">
          {choice ? (
            <th scope="col" className="w-11 ps-5">
              <Checkbox label={<span className="sr-only">{t('dashboard.chooseAll')}</span>} {...allProps(choice)} />
            </th>
          ) : null}
          <th scope="col" className={`h-9 text-start font-normal ${choice ? 'ps-2' : 'ps-5'}`}>
            {t('common.item')}
          </th>
          <th scope="col" className={`${NUMBER} font-normal`}>
            {t('common.price')}
          </th>
          <th scope="col" className="px-3 text-start font-normal">
            {t('dashboard.status')}
          </th>
          {[t('dashboard.views'), t('dashboard.saves'), t('dashboard.chats'), t('dashboard.sevenDays')].map((name) => (
            <th key={name} scope="col" className={`${NUMBER} font-normal whitespace-nowrap`}>
              {name}
            </th>
          ))}
          <th scope="col" className="w-24">
            <span className="sr-only">{t('dashboard.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {ads.map((ad) => (
          <Row key={ad.id} ad={ad} {...props} />
        ))}
      </tbody>
    </table>
  )
}

export function allProps({ areAll, toggleAll }: Choice) {
  return { checked: areAll, onChange: toggleAll }
}

function Row({ ad, figures, counted, choice, onSell, onDelete }: { ad: MyListing } & Omit<ListingRowsProps, 'ads'>) {
  const isDraft = ad.state === 'draft'
  const number = (count: number) => (isDraft ? '–' : formatCount(count))
  const own = figures?.get(ad.id)
  const { views, saves, chats } = countsOf(ad, own, counted)
  return (
    <tr className="h-[69px] border-b border-line last:border-0">
      {choice ? (
        <td className="ps-5">
          <Checkbox
            label={<span className="sr-only">{t('dashboard.choose', { value: nameOf(ad) })}</span>}
            checked={choice.ids.has(ad.id)}
            onChange={() => choice.toggle(ad)}
          />
        </td>
      ) : null}
      <th scope="row" className={`w-full max-w-0 pe-2 text-start font-normal ${choice ? 'ps-2' : 'ps-5'}`}>
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
      <td className={NUMBER}>{number(views)}</td>
      <td className={NUMBER}>{number(saves)}</td>
      <td className={NUMBER}>{number(chats)}</td>
      <td className="px-2">
        {own && !isDraft ? (
          <span className="flex justify-end" title={weekText(own)}>
            <Sparkline values={own.week} />
            <span className="sr-only">{weekText(own)}</span>
          </span>
        ) : (
          <span className="block text-end">–</span>
        )}
      </td>
      <td className="pe-3 text-end whitespace-nowrap">
        {actionsFor(ad).includes('edit') ? <EditLink ad={ad} name={nameOf(ad)} /> : null}
        <RowMenu ad={ad} onSell={onSell} onDelete={onDelete} />
      </td>
    </tr>
  )
}

/** Links drafts to the form, other ads to their page. */
export function AdLink({ ad }: { ad: MyListing }) {
  const isPublic = ad.state === 'active' || ad.state === 'reserved' || ad.state === 'sold'
  return (
    <Link
      to={isPublic ? paths.listing(ad.id) : paths.editPost(ad.id)}
      className="text-[14px]/5 font-semibold hover:underline max-md:line-clamp-2 md:block md:truncate"
    >
      {nameOf(ad)}
    </Link>
  )
}

export function priceOf(ad: MyListing): string {
  if (ad.state === 'draft' && ad.price_minor === null && ad.price_type !== 'free') return '–'
  return formatPrice(ad.price_minor, ad.currency, ad.price_type)
}

function EditLink({ ad, name }: { ad: MyListing; name: string }) {
  return (
    <Link
      to={paths.editPost(ad.id)}
      aria-label={t('dashboard.edit', { name })}
      className="hit-44 inline-grid size-9 place-items-center rounded-full transition-colors hover:bg-sunken"
    >
      <Pencil aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
    </Link>
  )
}

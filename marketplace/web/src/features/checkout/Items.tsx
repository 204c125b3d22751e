import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import { CONDITION_LABEL } from '../../ui/conditions.ts'
import { formatMoney } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Photo } from '../../ui/Photo.tsx'
import type { Quote, QuotedItem } from './api.ts'

interface CheckoutItemsProps {
  quote: Quote
  seller: ReactNode
  onCount: (listingId: string, count: number) => void
}

/** The items and their seller. */
export function CheckoutItems({ quote, seller, onCount }: CheckoutItemsProps) {
  const { items, currency, is_agreed: isAgreed } = quote
  return (
    <ul className="grid gap-4" aria-label={t('buying.items')}>
      {items.map((item) => (
        <li key={item.listing_id} className="flex gap-4">
          <Photo
            path={item.cover_path}
            alt=""
            sizes="88px"
            className="w-18 shrink-0 self-start rounded-photo lg:w-22"
          />
          <div className="grid min-w-0 flex-1 content-center gap-1">
            <p className="font-semibold wrap-anywhere">{item.title}</p>
            {items.length > 1 || item.quantity > 1 ? (
              <p className="type-small tnum text-ink-2">{formatMoney(item.price_minor, currency)}</p>
            ) : item.condition ? (
              <p className="type-small text-ink-2">{CONDITION_LABEL[item.condition]}</p>
            ) : null}
            {items.length === 1 ? seller : null}
            {item.left > 1 && !isAgreed ? <Stepper item={item} onCount={onCount} /> : null}
          </div>
        </li>
      ))}
      {items.length > 1 ? <li>{seller}</li> : null}
    </ul>
  )
}

function Stepper({ item, onCount }: { item: QuotedItem; onCount: (listingId: string, count: number) => void }) {
  const { listing_id: id, quantity, left, title } = item
  return (
    <fieldset className="mt-1 flex w-fit items-center rounded-control border border-line-2">
      <legend className="sr-only">{t('buying.quantityOf', { title })}</legend>
      <IconButton
        icon={Minus}
        label={t('buying.oneLess')}
        size={36}
        disabled={quantity <= 1}
        onClick={() => onCount(id, quantity - 1)}
      />
      <output className="tnum min-w-8 text-center font-semibold">{quantity}</output>
      <IconButton
        icon={Plus}
        label={t('buying.oneMore')}
        size={36}
        disabled={quantity >= left}
        onClick={() => onCount(id, quantity + 1)}
      />
    </fieldset>
  )
}

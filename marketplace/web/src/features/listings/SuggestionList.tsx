import { Clock, LayoutGrid, Search, X } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { formatCount } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'
import { Price } from '../../ui/Price.tsx'
import type { Suggestion } from './suggestions.ts'

const GROUPS = [
  { kinds: ['recent', 'forget'], title: t('common.searchedBefore') },
  { kinds: ['query'], title: t('common.searches') },
  { kinds: ['category'], title: t('shell.categories') },
  { kinds: ['listing'], title: t('ads.forSale') },
] as const satisfies readonly { kinds: readonly Suggestion['kind'][]; title: string }[]

interface ListProps {
  id: string
  items: readonly Suggestion[]
  active: number
  onChoose: (item: Suggestion) => void
}

/** The suggestions below a search field, in groups; the field controls which one is active. */
export function SuggestionList({ id, items, active, onChoose }: ListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('common.suggestions')}
      className="absolute inset-x-0 top-full z-30 mt-2 max-h-[min(70vh,28rem)] overflow-y-auto rounded-panel border border-line bg-surface p-2 text-start shadow-2"
    >
      {GROUPS.map(({ kinds, title }) => {
        const own = items
          .map((item, index) => ({ item, index }))
          .filter(({ item }) => kinds.some((kind) => kind === item.kind))
        if (own.length === 0) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; these are options of a listbox.
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true" className="type-micro px-3 pt-2 pb-1 text-ink-3">
              {title}
            </p>
            {own.map(({ item, index }) => (
              <button
                type="button"
                key={item.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                ref={(element) => {
                  if (index === active) element?.scrollIntoView({ block: 'nearest' })
                }}
                // Keep the focus in the field, so that typing can continue.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(item)}
                className={cx(
                  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-[9px] px-3 text-start text-[15px]',
                  index === active ? 'bg-sunken' : 'hover:bg-sunken',
                )}
              >
                <Line item={item} />
              </button>
            ))}
          </div>
        )
      })}
    </div>
  )
}

function Line({ item }: { item: Suggestion }) {
  if (item.kind === 'forget') {
    return (
      <>
        <X aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
        <span className="text-ink-2">{t('common.forgetTheseSearches')}</span>
      </>
    )
  }
  if (item.kind === 'query' || item.kind === 'recent') {
    const Icon = item.kind === 'recent' ? Clock : Search
    return (
      <>
        <Icon aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
        <span className="truncate">{item.q}</span>
      </>
    )
  }
  if (item.kind === 'category') {
    return (
      <>
        <LayoutGrid aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
        <span className="truncate">{item.name}</span>
        <span className="tnum ms-auto shrink-0 text-[14px] text-ink-3">{formatCount(item.count)}</span>
      </>
    )
  }
  const { title, cover, price_minor: price, currency, type, price_type: priceType } = item.listing
  return (
    <>
      <span className="my-1 w-10 shrink-0 overflow-hidden rounded-[8px]">
        <Photo path={cover?.path} alt="" sizes="40px" />
      </span>
      <span className="min-w-0 flex-1 truncate">{title}</span>
      {price === null && type !== 'free' ? null : (
        <Price minor={price} currency={currency} type={type === 'free' ? 'free' : priceType} />
      )}
    </>
  )
}

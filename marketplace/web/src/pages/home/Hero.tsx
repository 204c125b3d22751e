import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { EMPTY_SEARCH, writeSearch } from '../../../../contract/search-state.ts'
import { useCanListen } from '../../app/can-listen.ts'
import { CategorySelect } from '../../features/listings/CategorySelect.tsx'
import type { CategoryTree } from '../../features/listings/categories.ts'
import { type ChosenPlace, nearOf } from '../../features/listings/chosen-place.ts'
import { formatTotal } from '../../features/listings/found-count.ts'
import type { SearchPage } from '../../features/listings/listing.ts'
import { PlaceSelect, shortPlace } from '../../features/listings/PlaceSelect.tsx'
import { SuggestingInput } from '../../features/listings/SuggestingInput.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { chipLinkClass } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { MicButton } from '../../ui/MicButton.tsx'
import { Arcade } from './Arcade.tsx'

interface HeroProps {
  market: SearchPage | undefined
  tree: CategoryTree | undefined
  place: ChosenPlace | null
  onPlace: (place: ChosenPlace | null) => void
}

/**
 * A phone has room for the words and one button: the microphone until there are words, then the search. Whoever goes there with
 * the keyboard sees the search in any case.
 */
const BRAND_WHILE_EMPTY =
  'max-md:group-has-[input:placeholder-shown]:bg-brand max-md:group-has-[input:placeholder-shown]:text-on-brand'
const AWAY_WHILE_EMPTY = 'max-md:group-has-[input:placeholder-shown]:not-focus-visible:sr-only'

/** What the place is for, the search, and three things behind arches. */
export function Hero({ market, tree, place, onPlace }: HeroProps) {
  const [category, setCategory] = useState<string | null>(null)
  return (
    <div className="container-page grid grid-cols-[minmax(0,1fr)] items-end gap-x-10 pt-5 md:pt-12 lg:grid-cols-[minmax(0,1fr)_528px] lg:pt-16">
      <div className="lg:pb-8">
        <h1 className="type-display-xl max-w-[34rem] lg:max-w-[26rem]">{t('Good things, just around the corner.')}</h1>
        <p className="type-body-l mt-4 hidden min-h-13.5 max-w-[30rem] text-ink-2 md:block">
          {t('Buy and sell with people in your neighbourhood.')} <MarketSize market={market} place={place} />
        </p>
        <SearchForm place={place} onPlace={onPlace} tree={tree} category={category} onCategory={setCategory} />
        <div className="mt-3 flex min-h-11 items-center gap-2 max-md:scrollbar-none max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:min-h-9 md:flex-wrap">
          <PlaceSelect
            place={place}
            onChange={onPlace}
            className="shrink-0 border border-line-2 bg-surface md:hidden"
          />
          <CategorySelect
            tree={tree}
            chosen={category}
            onChange={setCategory}
            className="shrink-0 rounded-full border border-line-2 bg-surface md:hidden"
          />
          <QuickSearches market={market} tree={tree} place={place} />
        </div>
      </div>
      <Arcade items={market?.items} tree={tree} className="hidden lg:flex" />
    </div>
  )
}

function MarketSize({ market, place }: { market: SearchPage | undefined; place: ChosenPlace | null }) {
  if (!market || market.total === 0) return null
  // The number stands first in every language that we speak: so no element has to be put into the sentence.
  return (
    <>
      <strong className="tnum font-semibold text-ink">{formatTotal(market)}</strong>{' '}
      {thingsForSale(market.total, place)}
    </>
  )
}

function thingsForSale(count: number, place: ChosenPlace | null): string {
  if (!place) return t('{count, plural, one {thing is} other {things are}} for sale right now.', { count })
  const km = place.radiusKm
  if (!place.id)
    return t('{count, plural, one {thing is} other {things are}} for sale within {km} km right now.', { count, km })
  return t('{count, plural, one {thing is} other {things are}} for sale within {km} km of {place} right now.', {
    count,
    km,
    place: shortPlace(place.id),
  })
}

interface SearchFormProps extends Pick<HeroProps, 'place' | 'onPlace' | 'tree'> {
  category: string | null
  onCategory: (slug: string | null) => void
}

function SearchForm({ place, onPlace, tree, category, onCategory }: SearchFormProps) {
  const navigate = useNavigate()
  const canListen = useCanListen()
  const input = useRef<HTMLInputElement>(null)
  const submit = () => {
    const q = input.current?.value.trim() ?? ''
    const near = nearOf(place)
    const search = writeSearch({ ...EMPTY_SEARCH, q, category, near, radiusKm: place?.radiusKm ?? null })
    void navigate(`${paths.browse}?${search}`)
  }
  const fill = (text: string) => {
    if (input.current) input.current.value = text
  }
  const searchFor = (text: string) => {
    fill(text)
    submit()
  }
  const hear = (text: string) => searchFor(text.replace(/[.!?]+$/, ''))
  return (
    <search className="mt-4 block md:mt-6">
      <form
        action={paths.browse}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="group relative flex h-14 max-w-[728px] items-center rounded-full border border-line-strong bg-surface ps-4 pe-1.5 transition-shadow has-[input:focus]:border-focus has-[input:focus]:shadow-[0_0_0_1.5px_var(--focus)] md:h-16 md:ps-5"
      >
        <Search aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
        <SuggestingInput
          ref={input}
          name="q"
          aria-label={t('Search things for sale')}
          placeholder={t('What are you looking for?')}
          enterKeyHint="search"
          autoComplete="off"
          className="h-full min-w-0 flex-1 bg-transparent px-3 text-[16px] outline-none"
          onSearch={searchFor}
        />
        <MicButton
          label={t('Speak instead of typing')}
          onHeard={hear}
          onPartial={fill}
          buttonClassName={BRAND_WHILE_EMPTY}
        />
        <CategorySelect
          tree={tree}
          chosen={category}
          onChange={onCategory}
          className="max-w-44 border-s border-line max-md:hidden"
        />
        <PlaceSelect
          place={place}
          onChange={onPlace}
          className="me-2 max-w-52 border-s border-line max-md:hidden rounded-s-none!"
        />
        <Button
          type="submit"
          className={cx('rounded-full! max-md:w-11 max-md:px-0! md:h-12.5! md:px-5!', canListen && AWAY_WHILE_EMPTY)}
        >
          <Search aria-hidden="true" strokeWidth={1.75} className="size-5 md:hidden" />
          <span className="max-md:sr-only">{t('Search')}</span>
        </Button>
      </form>
    </search>
  )
}

/** The fullest subcategories of the market, by its own counts. */
function QuickSearches({ market, tree, place }: Pick<HeroProps, 'market' | 'tree' | 'place'>) {
  if (!market?.facets || !tree) return null
  const near = nearOf(place)
  const fullest = market.facets.category
    .filter(({ slug }) => tree.bySlug.get(slug)?.leaf)
    .sort((a, b) => b.count - a.count)
    .slice(0, 4)
  return (
    <>
      <span className="type-small text-ink-3 max-md:hidden">{t('Plenty of')}</span>
      {fullest.map(({ slug }) => (
        <Link
          key={slug}
          to={`${paths.browse}?${writeSearch({ ...EMPTY_SEARCH, category: slug, near, radiusKm: place?.radiusKm ?? null })}`}
          className={chipLinkClass}
        >
          {tree.bySlug.get(slug)?.name}
        </Link>
      ))}
    </>
  )
}

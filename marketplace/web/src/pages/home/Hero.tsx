import { Search } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { EMPTY_SEARCH, writeSearch } from '../../../../contract/search/search-state.ts'
import { nearOf, type PlaceChoice } from '../../features/listings/chosen-place.ts'
import { PlaceButton } from '../../features/listings/PlaceButton.tsx'
import { SearchBar } from '../../features/listings/SearchBar.tsx'
import { t } from '../../i18n/t.ts'
import { useCanListen } from '../../lib/can-listen.ts'
import { navigate } from '../../lib/router.tsx'
import { ArchImage } from '../../ui/ArchImage.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'

/**
 * On phones only one button fits beside the input: the microphone while it is empty, then search. Keyboard users can always reach search.
 */
const BRAND_WHILE_EMPTY =
  'max-md:[form:has(:placeholder-shown)_&]:bg-brand max-md:[form:has(:placeholder-shown)_&]:text-on-brand'
const AWAY_WHILE_EMPTY = 'max-md:[form:has(:placeholder-shown)_&]:not-focus-visible:sr-only'

/** Heading, search form and arcade. */
export function Hero(where: PlaceChoice) {
  return (
    <div className="container-page grid grid-cols-[minmax(0,1fr)] items-end gap-x-10 pt-5 md:pt-7 lg:grid-cols-[minmax(0,1fr)_468px]">
      <div className="lg:pb-5">
        <h1 className="type-display-xl max-w-[34rem] lg:max-w-[26rem]">{t('home.hero.title')}</h1>
        <p className="type-body-l mt-4 hidden max-w-[30rem] text-ink-2 md:block">{t('home.hero.line')}</p>
        <SearchForm {...where} />
        {/* Hidden next to the question that asks the same. */}
        <PlaceButton {...where} className="place-chip mt-1 -ms-3.5 md:hidden" />
      </div>
      <Arcade className="hidden lg:flex" />
    </div>
  )
}

function SearchForm(where: PlaceChoice) {
  const canListen = useCanListen()
  const searchFor = (q: string) => {
    const near = nearOf(where.place)
    const search = writeSearch({ ...EMPTY_SEARCH, q, near, radiusKm: where.place?.radiusKm ?? null })
    navigate(`${paths.browse}?${search}`)
  }
  return (
    <search className="mt-4 block md:mt-6">
      <SearchBar
        placeholder={t('home.hero.lookingFor')}
        onSearch={searchFor}
        className="h-14 max-w-[728px] pe-1.5 transition-shadow has-[input:focus]:border-focus has-[input:focus]:shadow-[0_0_0_1.5px_var(--focus)] md:h-16 md:ps-5"
        micClassName={BRAND_WHILE_EMPTY}
      >
        <span aria-hidden="true" className="mx-2 h-8 w-px bg-line max-md:hidden" />
        <PlaceButton {...where} className="me-2 max-w-56 max-md:hidden" />
        <Button
          type="submit"
          className={cx('rounded-full! max-md:w-11 max-md:px-0! md:h-12.5! md:px-5!', canListen && AWAY_WHILE_EMPTY)}
        >
          <Search aria-hidden="true" strokeWidth={1.75} className="size-5 md:hidden" />
          <span className="max-md:sr-only">{t('home.search')}</span>
        </Button>
      </SearchBar>
    </search>
  )
}

/** Where the arcade is shown. */
const WIDE = '(min-width: 1024px)'

/** The three arches: width and height in pixels, the middle one highest. */
const ARCHES = [
  { name: 'arch-low', width: 130, height: 236 },
  { name: 'arch-high', width: 176, height: 356 },
  { name: 'arch-middle', width: 130, height: 284 },
] as const

/** Three of our own images behind arches on a ground line. */
function Arcade({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cx('min-h-[357px] items-end gap-4 border-b border-ink', className)}>
      {ARCHES.map(({ name, width, height }) => (
        <ArchImage
          key={name}
          name={name}
          ratio={width / height}
          flat
          priority={WIDE}
          style={{ width }}
          className="min-w-0"
        />
      ))}
    </div>
  )
}

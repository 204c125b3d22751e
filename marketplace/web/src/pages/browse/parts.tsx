import { Info, LayoutGrid, Map as MapIcon } from 'lucide-react'
import type { SearchState } from '../../../../contract/search/search-state.ts'
import type { SearchPage } from '../../features/listings/listing.ts'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'

/** Button that toggles between list and map on phones; above the strip of ads if `isRaised`. */
export function MapPill({ onMap, isRaised, onToggle }: { onMap: boolean; isRaised: boolean; onToggle: () => void }) {
  const Icon = onMap ? LayoutGrid : MapIcon
  return (
    <button
      type="button"
      onClick={onToggle}
      className={cx(
        'fixed left-1/2 z-10 inline-flex h-12 -translate-x-1/2 items-center gap-2 rounded-full bg-ink px-5 font-semibold text-paper shadow-2 md:hidden',
        isRaised
          ? 'bottom-[calc(240px+env(safe-area-inset-bottom))]'
          : 'bottom-[calc(76px+env(safe-area-inset-bottom))]',
      )}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
      {onMap ? t('ads.list') : t('ads.map')}
    </button>
  )
}

export function ClearAll({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" onClick={onClear} className="hit-44 type-small shrink-0 px-1.5 font-semibold text-brand">
      {t('browse.clearAll')}
    </button>
  )
}

interface IgnoredNoticeProps {
  /** Ignored keys of the URL. */
  keys: readonly string[]
  /** Parameters ignored by search_listings. */
  parameters: readonly string[]
}

/** Names the parts of the URL that were ignored. */
export function IgnoredNotice({ keys, parameters }: IgnoredNoticeProps) {
  const all = [...keys, ...parameters.map(addressKey)]
  if (all.length === 0) return null
  return (
    <p role="status" className="type-small mb-4 flex gap-2 rounded-control bg-info-soft px-3.5 py-2.5 text-info-ink">
      <Info aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{t('browse.addressPartIgnored', { all: all.join(', ') })}</span>
    </p>
  )
}

/** The URL spelling of a search_listings parameter. */
function addressKey(parameter: string): string {
  return parameter.replace(/^attributes\./, 'attr.')
}

/** How the search changed the words to find something. */
export function ChangedWords({ page, state }: { page: SearchPage; state: SearchState }) {
  const corrected = quoted(page.corrections.map(({ to }) => to))
  // A query of symbols or emoji alone has no words: it finds everything, in the default order.
  if (state.q && !state.sort && page.sort === 'newest') {
    return <p className="mb-4 text-ink-2">{t('browse.noWordInQuery', { q: state.q })}</p>
  }
  const said = [
    ...(corrected ? [t('browse.showingResultsFor', { corrected })] : []),
    ...(page.unmatched.length > 0 ? [t('browse.noAdHas', { words: quoted(page.unmatched) })] : []),
  ]
  if (page.items.length === 0 || said.length === 0) return null
  return <p className="mb-4 text-ink-2">{said.join(' ')}</p>
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(', ')
}

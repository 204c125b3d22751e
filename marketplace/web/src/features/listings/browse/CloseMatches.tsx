import type { CloseListing } from '../../../../../contract/search/search.ts'
import { t } from '../../../i18n/t.ts'
import { formatDistance } from '../../../ui/format.ts'
import type { CategoryTree } from '../categories.ts'
import { type GridKind, ListingGrid } from '../ListingGrid.tsx'

interface CloseMatchesProps {
  items: readonly CloseListing[]
  kind: GridKind
  tree: CategoryTree | undefined
}

/** Near matches below the exact ones: each says how it differs. */
export function CloseMatches({ items, kind, tree }: CloseMatchesProps) {
  if (items.length === 0) return null
  const notes = new Map(items.map((item) => [item.id, differenceOf(item, tree)]))
  return (
    <section aria-labelledby="close-matches" className="mt-4 border-t border-line pt-6 md:mt-8 md:pt-8">
      <h2 id="close-matches" className="type-h2 mb-4">
        {t('browse.closeMatches')}
      </h2>
      <ListingGrid
        items={items}
        kind={kind}
        label={t('browse.closeMatches')}
        eager={0}
        note={({ id }) => notes.get(id) ?? null}
      />
    </section>
  )
}

/** "Without “oak”", "In Sofas", "42 km away". */
function differenceOf({ close, distance_km: km }: CloseListing, tree: CategoryTree | undefined): string | null {
  switch (close.by) {
    case 'words':
      return t('browse.closeWithoutWords', { words: close.words.map((word) => `“${word}”`).join(', ') })
    case 'spelling':
      return t('browse.closeSpelled', { words: `“${close.words}”` })
    case 'mention':
      return t('browse.closeOnlyMentions')
    case 'distance':
      return km === null ? null : t('browse.closeFurtherAway', { distance: formatDistance(km) })
    case 'category': {
      const name = tree?.bySlug.get(close.category)?.name
      return name ? t('browse.closeInCategory', { name }) : null
    }
  }
}

import { t } from '../../../i18n/t.ts'
import type { CategoryTree } from '../categories.ts'

/** Advice for categories with more stolen, locked or fake items. By slug of the category or an ancestor; the nearest wins. */
const BY_CATEGORY: Readonly<Record<string, string>> = {
  tickets: t('listing.safety.ticket'),
  phones: t('listing.safety.phone'),
  computers: t('listing.safety.device'),
  consoles: t('listing.safety.console'),
  vehicles: t('listing.safety.vehicle'),
  bikes: t('listing.safety.bicycle'),
  'car-seats': t('listing.safety.childSeat'),
}

/** What to look out for with items of this category. */
export function safetyAdvice(category: string, tree: CategoryTree | undefined): string {
  const way = tree?.pathTo(category) ?? []
  const special = [...way].reverse().find(({ slug }) => slug in BY_CATEGORY)
  return (special && BY_CATEGORY[special.slug]) ?? BY_CATEGORY[category] ?? t('listing.safety.payAfterSeeing')
}

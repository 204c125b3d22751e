import { t } from '../../../i18n/t.ts'
import type { CategoryTree } from '../categories.ts'

interface SafetyAdvice {
  lead: string
  line: string
}

const EVERYWHERE: SafetyAdvice = {
  lead: t('Pay when you have seen it.'),
  line: t('Meet in daylight, look closely, and never send a code or a deposit.'),
}

/** Where things are stolen, locked or faked more often than elsewhere. By the slug of a category or of one above it, the nearest wins. */
const BY_CATEGORY: Readonly<Record<string, SafetyAdvice>> = {
  tickets: {
    lead: t('A picture of a ticket is no ticket.'),
    line: t('Have it transferred in the organiser’s app or name, and pay only then.'),
  },
  phones: {
    lead: t('See it unlocked before you pay.'),
    line: t('The seller signs out of their account while you watch. Ask for the receipt and check the IMEI (*#06#).'),
  },
  computers: {
    lead: t('See it start and signed out.'),
    line: t('A device that still asks for its owner’s account is not yours to use. Ask for the receipt.'),
  },
  consoles: {
    lead: t('See it run before you pay.'),
    line: t('The seller signs out of their account while you watch. A banned console plays no games online.'),
  },
  vehicles: {
    lead: t('Vehicle, papers and owner belong together.'),
    line: t('Compare the number on the frame with the papers, drive it, and never send a deposit to hold it.'),
  },
  bikes: {
    lead: t('Ask where it was bought.'),
    line: t('Compare the frame number with a receipt or a bike register: a stolen bike goes back to its owner.'),
  },
  'car-seats': {
    lead: t('Ask about accidents.'),
    line: t('A seat from a crash protects nobody. Look for the approval label and its date.'),
  },
}

/** What to look out for with things of this category. */
export function safetyAdvice(category: string, tree: CategoryTree | undefined): SafetyAdvice {
  const way = tree?.pathTo(category) ?? []
  const special = [...way].reverse().find(({ slug }) => slug in BY_CATEGORY)
  return (special && BY_CATEGORY[special.slug]) ?? BY_CATEGORY[category] ?? EVERYWHERE
}

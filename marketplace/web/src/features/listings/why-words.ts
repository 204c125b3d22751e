import type { FoundIn, WhyFound } from '../../../../contract/search.ts'

const PLACE: Record<FoundIn, string> = {
  title: 'title',
  details: 'details',
  synonyms: 'other words for it',
  description: 'description',
}
const RAISED: Record<WhyFound['raised_by'][number], string> = {
  phrase: 'your words side by side',
  new: 'new',
  near: 'near',
  complete: 'well described',
}
const LOWERED: Record<WhyFound['lowered_by'][number], string> = {
  part: 'a part or accessory',
  reserved: 'reserved',
}

/** "“boots” in the title; new, near" and what speaks against it, in one line. */
export function whyWords({ tier, words, raised_by, lowered_by }: WhyFound): string {
  const found = words
    .filter((word) => word.in.length > 0)
    .map((word) => {
      const as = word.as === 'other' ? ' (another word for it)' : word.as === 'form' ? ' (another form)' : ''
      return `“${word.word}”${as} in the ${word.in.map((place) => PLACE[place]).join(' and ')}`
    })
  return [
    found.join(', ') || null,
    tier === 'some' ? 'a word is missing' : null,
    raised_by.length > 0 ? `further up: ${raised_by.map((reason) => RAISED[reason]).join(', ')}` : null,
    lowered_by.length > 0 ? `further down: ${lowered_by.map((reason) => LOWERED[reason]).join(', ')}` : null,
  ]
    .filter(Boolean)
    .join('; ')
}

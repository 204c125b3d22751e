import type { FoundIn, WhyFound } from '../../../../contract/search.ts'
import { t } from '../../i18n/t.ts'

const PLACE: Record<FoundIn, string> = {
  title: t('title'),
  details: t('details'),
  synonyms: t('other words for it'),
  description: t('description'),
}
const RAISED: Record<WhyFound['raised_by'][number], string> = {
  phrase: t('your words side by side'),
  new: t('new'),
  near: t('near'),
  complete: t('well described'),
}
const LOWERED: Record<WhyFound['lowered_by'][number], string> = {
  part: t('a part or accessory'),
  reserved: t('reserved'),
}

/** "“boots” in the title; new, near" and what speaks against it, in one line. */
export function whyWords({ tier, words, raised_by, lowered_by }: WhyFound): string {
  const found = words
    .filter((word) => word.in.length > 0)
    .map((word) => {
      const said = { word: word.word, in: word.in.map((place) => PLACE[place]).join(` ${t('and')} `) }
      if (word.as === 'other') return t('“{word}” (another word for it) in the {in}', said)
      return word.as === 'form' ? t('“{word}” (another form) in the {in}', said) : t('“{word}” in the {in}', said)
    })
  return [
    found.join(', ') || null,
    tier === 'some' ? t('a word is missing') : null,
    raised_by.length > 0
      ? t('further up: {raisedBy}', { raisedBy: raised_by.map((reason) => RAISED[reason]).join(', ') })
      : null,
    lowered_by.length > 0
      ? t('further down: {loweredBy}', { loweredBy: lowered_by.map((reason) => LOWERED[reason]).join(', ') })
      : null,
  ]
    .filter(Boolean)
    .join('; ')
}

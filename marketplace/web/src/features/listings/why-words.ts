import type { FoundIn, WhyFound } from '../../../../contract/search/search.ts'
import { t } from '../../i18n/t.ts'
import { formatList } from '../../ui/format-numbers.ts'

const PLACE: Record<FoundIn, string> = {
  title: t('browse.title'),
  details: t('browse.details'),
  synonyms: t('browse.why.otherWords'),
  description: t('browse.description'),
}
const RAISED: Record<WhyFound['raised_by'][number], string> = {
  phrase: t('browse.why.sideBySide'),
  new: t('browse.new'),
  near: t('browse.near'),
  complete: t('browse.wellDescribed'),
}
const LOWERED: Record<WhyFound['lowered_by'][number], string> = {
  part: t('browse.why.accessory'),
  reserved: t('common.reserved'),
}

/** "“boots” in the title; new, near", and what lowered the ad, in one line. */
export function whyWords({ tier, words, raised_by, lowered_by }: WhyFound): string {
  const found = words
    .filter((word) => word.in.length > 0)
    .map((word) => {
      const said = { word: word.word, in: formatList(word.in.map((place) => PLACE[place])) }
      if (word.as === 'other') return t('browse.why.synonymIn', said)
      return word.as === 'form' ? t('browse.why.otherFormIn', said) : t('browse.why.wordIn', said)
    })
  return [
    found.join(', ') || null,
    tier === 'some' ? t('browse.why.wordMissing') : null,
    raised_by.length > 0
      ? t('browse.why.furtherUp', { raisedBy: raised_by.map((reason) => RAISED[reason]).join(', ') })
      : null,
    lowered_by.length > 0
      ? t('browse.why.furtherDown', { loweredBy: lowered_by.map((reason) => LOWERED[reason]).join(', ') })
      : null,
  ]
    .filter(Boolean)
    .join('; ')
}

import type { PageAsked } from '../engine.ts'
import { allOf, anyOf, anyWord, type Query, tsqueryOf } from '../query.ts'
import { FADING_PER_DAY, NEAR_KM, rankedTerms, SHORT, WEIGHTS } from '../ranking.ts'
import { distanceOf } from './conditions.ts'
import type { Statement } from './statement.ts'

/** The score of an ad in a row named `entry`, in SQL; see `ranking.ts` for the factors. */
export function scoreOf({ wording, anchor, place }: PageAsked, statement: Statement): string {
  const has = (query: Query, weights = '') => `entry.head @@ ${statement.bind(tsqueryOf(query, weights), 'tsquery')}`
  const number = (value: number) => `${value}::float8`
  const days = `greatest(0, extract(epoch from ${statement.bind(anchor, 'timestamptz')} - entry.published_at)::float8 / 86400)`
  const terms = rankedTerms(wording)
  const words = terms.flatMap(({ share, forms, begins, things }) => [
    ...(forms
      ? [
          `case when ${has(forms, 'A')} then ${number(share)} * (${WEIGHTS.title} + ${WEIGHTS.short} * ${SHORT} / (${SHORT} + entry.title_length::float8)) ` +
            (begins ? `when ${has(begins, 'A')} then ${number(share * WEIGHTS.title * WEIGHTS.begin)} ` : '') +
            `when ${has(forms, 'B')} then ${number(share * WEIGHTS.label)} else ${number(share * WEIGHTS.other)} end`,
        ]
      : []),
    ...(things ? [`case when ${has(things)} then ${number(share * WEIGHTS.thing)} else 0 end`] : []),
  ])
  const titled = titledQuery(wording)
  const { phrase, madeFor } = wording
  return [
    ...words,
    ...(titled && terms.length > 1 ? [`case when ${has(titled, 'A')} then ${number(WEIGHTS.all)} else 0 end`] : []),
    ...(phrase.length > 1 ? [`case when ${has({ phrase })} then ${number(WEIGHTS.phrase)} else 0 end`] : []),
    ...(madeFor
      ? [`case when entry.is_accessory or ${has(anyWord(madeFor))} then 0 else ${number(WEIGHTS.whole)} end`]
      : []),
    `${WEIGHTS.fresh} * exp(-${FADING_PER_DAY} * ${days})`,
    `${WEIGHTS.quality} * entry.quality`,
    `case when entry.state = 'reserved' then ${number(WEIGHTS.reserved)} else 0 end`,
    ...(place ? [`coalesce(${WEIGHTS.near} * exp(-(${distanceOf(place, statement)}) / ${NEAR_KM}), 0)`] : []),
  ].join(' + ')
}

/** All words in the title, one of which names an item. Null without words. */
export function titledQuery({ terms }: PageAsked['wording']): Query | null {
  const each = terms.map(({ forms, begins, things }) => anyOf([anyWord([...forms, ...begins]), anyWord(things)]))
  return each.length === 0 ? null : allOf(each)
}

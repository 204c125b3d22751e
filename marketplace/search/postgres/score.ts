import type { PageAsked } from '../engine.ts'
import { allOf, anyOf, anyWord, type Query, tsqueryOf } from '../query.ts'
import { FADING_PER_DAY, NEAR_KM, rankedTerms, SHORT, TEXT, WEIGHTS } from '../ranking.ts'
import { distanceOf } from './conditions.ts'
import type { Statement } from './statement.ts'

/** The score of an ad in a row named `entry` without its text, in SQL; see `ranking.ts` for the factors. */
export function scoreOf({ wording, anchor, place }: PageAsked, statement: Statement): string {
  const has = (query: Query, weights = '') => `entry.head @@ ${statement.bind(tsqueryOf(query, weights), 'tsquery')}`
  const number = (value: number) => `${value}::float8`
  const days = `greatest(0, extract(epoch from ${statement.bind(anchor, 'timestamptz')} - entry.published_at)::float8 / 86400)`
  const terms = rankedTerms(wording)
  const words = terms.flatMap(({ share, forms, weaker, things }) => [
    ...(forms
      ? [
          `case when ${has(forms, 'A')} then ${number(share)} * (${WEIGHTS.title} + ${WEIGHTS.short} * ${SHORT} / (${SHORT} + entry.title_length::float8)) ` +
            (weaker ? `when ${has(weaker, 'A')} then ${number(share * WEIGHTS.title * WEIGHTS.weaker)} ` : '') +
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

/** What the whole text of an ad in a row named `entry` adds to its score, in SQL; null without words. Never negative. */
export function textScoreOf({ wording }: PageAsked, statement: Statement): string | null {
  const worths = `array[${[
    divided(TEXT.description, 'length(entry.document)'),
    TEXT.synonym,
    TEXT.label,
    divided(TEXT.title, 'entry.title_length'),
  ].join()}]::float4[]`
  // Of a single lexeme, ts_rank_cd() is the sum of the worths of its places.
  const usesOf = (form: Query) =>
    `ts_rank_cd(said.worths, said.document, ${statement.bind(tsqueryOf(form), 'tsquery')})`
  const terms = rankedTerms(wording).flatMap(({ share, forms }) => {
    if (!forms || !('any' in forms)) return []
    const uses = `greatest(${forms.any.map(usesOf).join()})`
    return [`${share * WEIGHTS.text} * (1 - ${TEXT.half} / (${TEXT.half} + ${uses}))`]
  })
  if (terms.length === 0) return null
  // Deleting nothing unpacks the document, which is then read many times.
  return `(select ${terms.join(' + ')} from (select ts_delete(entry.document, '-') as document, ${worths} as worths offset 0) as said)`
}

function divided({ worth, from, perWord }: { worth: number; from: number; perWord: number }, length: string): string {
  return `${worth}::float8 / (${from} + ${perWord} * ${length})`
}

/** All words in the title, one of which names an item. Null without words. */
export function titledQuery({ terms }: PageAsked['wording']): Query | null {
  const each = terms.map(({ forms, weaker, things }) => anyOf([anyWord([...forms, ...weaker]), anyWord(things)]))
  return each.length === 0 ? null : allOf(each)
}

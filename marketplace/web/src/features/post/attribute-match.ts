import type { FieldOption } from '../../../../contract/ads/category-fields.ts'
import { wordsOf } from './category-match.ts'
import type { Attribute } from './types.ts'

/** The option named in the title, by label or synonym. Null for none or several. */
export function namedOption(attribute: Attribute, title: string): FieldOption | null {
  const said = ` ${wordsOf(title).join(' ')} `
  const found = attribute.options
    .flatMap((option) => ({ option, term: longestMatch(option, said) }))
    .filter(({ term }) => term !== '')
    .sort((a, b) => b.term.length - a.term.length)
  const [best, ...others] = found
  // "Dark green" contains "green", which is no second option.
  return best && others.every(({ term }) => best.term.includes(term)) ? best.option : null
}

function longestMatch(option: FieldOption, said: string): string {
  const terms = [option.label, ...Object.values(option.labels ?? {}), ...(option.synonyms ?? [])].map((term) =>
    wordsOf(term).join(' '),
  )
  const named = terms.filter((term) => term !== '' && said.includes(` ${term} `))
  return named.sort((a, b) => b.length - a.length)[0] ?? ''
}

/** Spellings of units after numbers, in the market's languages. */
const UNIT_WORDS: Record<string, string> = {
  in: '"|″|”|in|inch|inches|polegadas|pulgadas|zoll|pouces',
  GB: 'gb|go',
  l: 'l|lt|litres?|liters?|litros?',
  km: 'km|kms|kilomet(?:re|er)s?|quil[oó]metros?|kil[oó]metros?|kilom[eè]tres?',
  W: 'w|watts?',
  kg: 'kg|kgs|kilos?',
  cm: 'cm|cent[ií]met\\w*|zentimeter',
  mm: 'mm',
  cc: 'cc|cm3|cm³|ccm',
  V: 'v|volts?',
  MP: 'mp|mpx|megap[ií]xe?\\w*',
  '%': '%',
}

/**
 * The value named in the title, by unit ("43 inch") or as a year. Null when ambiguous, out of range, or when another field has the same
 * unit.
 */
export function namedNumber(attribute: Attribute, title: string, fields: readonly Attribute[]): string | null {
  const { key, type, unit, min = -Infinity, max = Infinity } = attribute
  const isRival = (field: Attribute) =>
    field.key !== key && (type === 'year' ? field.type === type : field.unit === unit)
  if (fields.some(isRival)) return null
  const said = type === 'year' ? yearsIn(title) : measuresIn(title, unit)
  const [number] = said
  if (number === undefined || said.length > 1) return null
  const isFine = number >= min && number <= max && (type === 'decimal' || Number.isInteger(number))
  return isFine ? String(number) : null
}

function yearsIn(title: string): number[] {
  return [...title.matchAll(/(?<![\p{L}\d.,€$£-])(?:19|20)\d\d(?![\p{L}\d€$£-])/gu)].map(([year]) => Number(year))
}

function measuresIn(title: string, unit: string | null): number[] {
  const words = unit === null ? undefined : UNIT_WORDS[unit]
  if (words === undefined) return []
  // Kilometres may be grouped by thousands; in "iPhone 13 128 GB", 13 is separate.
  const number = unit === 'km' ? '\\d{1,3}(?:[ .]\\d{3})+|\\d+' : '\\d+(?:[.,]\\d{1,2})?'
  const measures = new RegExp(`(?<![\\p{L}\\d.,])(${number})\\s?-?(?:${words})(?![\\p{L}\\d])`, 'giu')
  return [...title.matchAll(measures)].map(([, found = '']) =>
    Number(unit === 'km' ? found.replace(/[ .]/g, '') : found.replace(',', '.')),
  )
}

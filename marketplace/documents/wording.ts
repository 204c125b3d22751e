import { sizeQuery, WHOLE_PHOTO } from '../contract/ads/picture-sizes.ts'
import { moneyText } from '../contract/words/money.ts'
import type { Reader } from '../contract/words/say.ts'

/** Configuration of the installation that pages need. */
export interface Site {
  readonly brandName: string
  /** Origin without a trailing slash. */
  readonly publicUrl: string
  readonly publishableKey: string
}

const LONGEST_DESCRIPTION = 160

/** One paragraph for search engines and previews, cut between words. */
export function summary(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= LONGEST_DESCRIPTION) return plain
  const cut = plain.slice(0, LONGEST_DESCRIPTION - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > LONGEST_DESCRIPTION / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.]+$/, '')}…`
}

/** URL of a public photo in a size for previews. */
export function photoUrl(publicUrl: string, path: string): string {
  const object = path.split('/').map(encodeURIComponent).join('/')
  return `${publicUrl}/storage/v1/render/image/public/listing-photos/${object}?${sizeQuery(WHOLE_PHOTO)}`
}

/** "€36", "€9.50". Null without a price. */
export function priceText(
  minor: number | null,
  currency: string,
  type: string,
  { language, t }: Reader,
): string | null {
  if (type === 'free') return t('app.free')
  return minor === null ? null : moneyText(minor, currency, language)
}

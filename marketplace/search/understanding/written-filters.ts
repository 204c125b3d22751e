import type { Given } from '../params.ts'

/** The words without the price, and a possible place at the end. */
export interface Typed {
  readonly q: string
  /** Minor units. */
  readonly priceMax?: number
  readonly place?: {
    readonly before: string
    readonly name: string
    readonly isNear: boolean
    /** Languages of the preposition; none for "near" and the like, which only precede places. */
    readonly languages: readonly string[]
    /** Inhabitants of a town that is meant although the vocabulary has its name: "a praia" is the beach, "in Essen" the city. */
    readonly people: number
  }
}

const SURELY = 'under|below|less than|cheaper than|unter|weniger als|menos de|por menos de|moins de'
const MAYBE = `${SURELY}|up to|max|maximum|maximal|bis|bis zu|hochstens|ate|hasta|maximo|max\\.|jusqu.a`
const NUMBER = '(\\d{1,7})(?:[.,]\\d{1,2})?'
const CURRENCY = '(?:€|eur|euros?)'
/** Requires a currency, or words that clearly introduce a price: "max 50" may be a size. */
const PRICE = new RegExp(
  `(?:^|\\s)(?:(?:${MAYBE})\\s*(?:${NUMBER}\\s*${CURRENCY}|${CURRENCY}\\s*${NUMBER})(?=\\s|$)|(?:${SURELY})\\s*${NUMBER}\\s*$)`,
)
const NEAR = '(?:near|around|close|perto|junto|cerca|nahe|bei|pres|autour)(?:\\s+(?:to|de|do|da|a|von|bei|du))?'
/** Only after a preposition: "a nice bath" is no town. */
const LEADS: Readonly<Record<string, readonly string[]>> = {
  in: ['en', 'de'],
  em: ['pt'],
  no: ['pt'],
  na: ['pt'],
  en: ['es', 'fr'],
  a: ['pt', 'es', 'fr'],
  au: ['fr'],
  aux: ['fr'],
  dans: ['fr'],
}
const PLACE = new RegExp(`^(.*\\S)\\s+(?:(${NEAR})|(${Object.keys(LEADS).join('|')}))\\s+(\\S.*)$`)

/** In lower case without accents, letter by letter. */
function plainOf(text: string): string {
  return [...text]
    .map((letter) => {
      const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
      return plain.length === letter.length ? plain : letter
    })
    .join('')
}

/** Parses a maximum price and a place from the words of a search. Chosen filters take precedence. */
export function readTyped(given: Given): Typed {
  let q = String(given.q ?? '').slice(0, 200)
  let plain = plainOf(q)
  let priceMax: number | undefined
  const price = given.price_min === undefined && given.price_max === undefined ? PRICE.exec(plain) : null
  if (price) {
    priceMax = 100 * Number(price[1] ?? price[2] ?? price[3])
    q = `${q.slice(0, price.index)} ${q.slice(price.index + price[0].length)}`.trim()
    plain = plainOf(q)
  }
  const hasPlace = [given.lat, given.lng, given.radius_km, given.box].some((value) => value !== undefined)
  const [, before = '', near, lead = '', name = ''] = (!hasPlace && PLACE.exec(plain)) || []
  return {
    q,
    ...(priceMax === undefined ? {} : { priceMax }),
    ...(name === ''
      ? {}
      : {
          place: {
            before: q.slice(0, before.length).replace(/\s+in der$/i, ''),
            name,
            isNear: near !== undefined,
            languages: LEADS[lead] ?? [],
            people: lead === 'a' ? 1_000_000 : 50_000,
          },
        }),
  }
}

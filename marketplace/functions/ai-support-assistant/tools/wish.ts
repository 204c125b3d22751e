import type { Language } from '../../../contract/languages.ts'
import { MONEY_WORDS } from '../../../contract/money/money-words.ts'
import { isQuality, itemOf, namedIn } from '../understand/understand.ts'

const AMOUNT = String.raw`\s*(?:${MONEY_WORDS})?\s*(?<units>\d{1,8})(?:\s*(?:${MONEY_WORDS})(?!\p{L}))?`
const AT_MOST = String.raw`(?:no[nt]? more than|(?:less|cheaper|lower) than|not over|under|below|up to|at most|max(?:imum|imal|\.)?|nicht (?:mehr als|über)|(?:für )?weniger als|(?:billiger|günstiger) als|unter|bis(?: zu)?|höchstens|(?:à |pour )?moins (?:de|cher que)|jusqu['’]à|pas plus de|au plus|(?:por )?menos de|hasta|no más de|más baratos? (?:que|de)|(?:como |no )?m[áa]ximo|até|não mais de|mais baratos? (?:do )?que)`
const AT_LEAST = String.raw`(?:more than|over|above|at least|from|starting at|min(?:imum|destens|\.)?|mehr als|über|ab|plus de|au moins|à partir de|dès|(?:por )?más de|al menos|(?:como )?mínimo|desde|a partir de|mais de|pelo menos|no mínimo)`
const BETWEEN = '(?:between|from|zwischen|von|entre|de)'
const AND = '(?:and|to|und|bis|et|à|y|e|a|-|–)'
const MONEY = new RegExp(MONEY_WORDS, 'iu')
const MAX_PRICE = new RegExp(String.raw`(?<!\p{L})${AT_MOST}${AMOUNT}`, 'iu')
const MIN_PRICE = new RegExp(String.raw`(?<!\p{L})${AT_LEAST}${AMOUNT}`, 'iu')
const PRICE_RANGE = new RegExp(
  String.raw`(?<!\p{L})${BETWEEN}${AMOUNT.replace('units', 'least')}\s*${AND}${AMOUNT.replace('units', 'most')}`,
  'iu',
)
const ANY_PRICE = new RegExp(
  String.raw`(?:(?<!\p{L})(?:for|für|pour|à|por|a)\s+)?(?:(?:${MONEY_WORDS})\s*(?<before>\d{1,8})|(?<after>\d{1,8})\s*(?:${MONEY_WORDS})(?!\p{L}))`,
  'iu',
)
const NEAR =
  /(?<!\p{L})(?:near(?: to)?|around|close to|in der nähe von|nahe|rund um|bei|près de|autour de|proche de|à côté de|vers|cerca de|alrededor de|perto d[aeo]|ao pé d[aeo]|à volta de|in|à|en|em)\s+(?<place>\p{L}[\p{L}'’-]+(?:\s\p{L}[\p{L}'’-]+){0,3})/giu

const CHEAPER =
  /(?<!\p{L})(?:cheap(?:er|est)?|less expensive|(?:not |too )(?:so |that |very )?(?:expensive|dear|pricey)|(?:billig|günstig)\p{L}*|(?:nicht (?:so )?|zu )teu(?:er|re)\p{L}*|teuer|moins ch(?:er|ère)s?|(?:trop|pas) (?:trop |si )?ch(?:er|ère)s?|(?:m[áa]i?s )?barat\p{L}*|menos car[oa]s?|(?:muy |muito |demasiado |tão |tan )?car[oa]s?|en conta|económic\p{L}*)(?!\p{L})/iu
/** Given away; not "free delivery" or "sugar-free". */
const FREE =
  /(?<![\p{L}-])(?:(?:only|seulement|uniquement) (?:the )?)?(?:(?:for )?free|(?:zu )?verschenk\p{L}*|umsonst|kostenlos\p{L}*|gratis|gratuite?s?|à donner|gr[áa]tis|(?:de )?graça|para dar|regalad[oa]s?)(?![\p{L}-]| (?:deliver|shipp|return|versand|liefer|livraison|env[íi]o|entrega))/iu
const ELSEWHERE =
  /(?<!\p{L})(?:elsewhere|anywhere else|(?:in )?other (?:towns|cities|places)|woanders|anderswo|ailleurs|(?:en )?otros? (?:sitios?|lugares?|lados?)|noutros? (?:sítios?|lugar(?:es)?|lados?))(?!\p{L})/iu
const ADDS = /(?<!\p{L})(?:in|en|em|near|bei|à|size|größe|taille|pointure|talla|tamanho|número)\s+[\p{L}\d]/iu
const THAT = '(?: (?:it|that|this|they|one|er|der|die|das|es|sie|il|elle|ça))?'
const ABOUT_FOUND = new RegExp(
  String.raw`^\W*(?:(?:and|und|et|y|e) )?(?:how much(?: is| are| does| do)?${THAT}(?: cost)?|what[’']?s the price|where(?: is|[’']s)${THAT}|wie ?viel(?: kostet| kosten)?${THAT}|was kostet${THAT}|wie teuer(?: ist)?${THAT}|wo (?:ist|steht|liegt)${THAT}|(?:c[’']est )?combien(?:${THAT} coûte)?|(?:à )?quel prix|où est[- ]?${THAT}|c[’']est où|(?:por |en )?cu[áa]nto(?: cuesta| vale| es)?|qu[ée] precio|d[óo]nde est[áa]|(?:por |a )?quanto(?: custa| é)?|que preço|onde (?:é|está|fica))\W*$`,
  'iu',
)

/** A parsed wish for an item: "a bike under 100 euros near Lisbon". */
export interface Wish {
  readonly words: string
  /** Other words that may name the item. */
  readonly others: readonly string[]
  /** The known thing that the words name and simpler names of it; none if it is unknown. */
  readonly things: readonly string[]
  /** Nothing but the item and its price is said. */
  readonly isAll: boolean
  readonly isCheapestFirst: boolean
  readonly isFree: boolean
  /** Whole units of the market's currency. */
  readonly minPrice: number | null
  readonly maxPrice: number | null
  /** Possible place names, each with the words that remain without it. */
  readonly places: readonly { readonly name: string; readonly words: string }[]
}

/** Parses a wish from a message. */
export function readWish(message: string, language: Language): Wish {
  const { rest: unpriced, ...prices } = readPrices(message)
  const rest = unpriced.replace(ANY_PRICE, ' ')
  const places = [...rest.matchAll(NEAR)].flatMap(({ 0: whole, groups }) => {
    const named = groups?.place?.split(/\s+/) ?? []
    // "In nice condition", "in blue".
    if (itemOf(named[0] ?? '', language) === '' || isQuality(named[0] ?? '', language)) return []
    // Names of places have up to four words, and may be typed without capitals: the longest is tried first.
    return named.map((_, less) => {
      const name = named.slice(0, named.length - less).join(' ')
      const said = whole.slice(0, whole.indexOf(groups?.place ?? '')) + name
      return { name, words: itemOf(rest.replace(said, ' '), language) }
    })
  })
  const { item: words, others, things, isAll } = namedIn(rest.replace(CHEAPER, ' ').replace(FREE, ' '), language)
  return { words, others, things, isAll, isCheapestFirst: false, isFree: FREE.test(message), ...prices, places }
}

/** Whether a message reads like a search: with a price limit, or nothing but an item and what it is like or that it is free. */
export function isSought(message: string, language: Language): boolean {
  const wish = readWish(message, language)
  return hasPrice(wish) || (wish.isAll && wish.things.length > 0 && (wish.isFree || wish.words.includes(' ')))
}

/** A wish with what the next message adds: "and in blue, under 100?", "anything cheaper?", "and elsewhere?". */
export function narrowed(wish: Wish, message: string, language: Language): Wish {
  const by = readWish(message, language)
  const withAdded = (words: string) => [words, by.words].filter((part) => part !== '').join(' ')
  // Another place replaces the first, which its words may name.
  const said = (by.places.length > 0 ? wish.places[0]?.words : undefined) ?? wish.words
  const places = [
    ...by.places.map(({ name }) => ({ name, words: said })),
    ...wish.places.map(({ name, words }) => ({ name, words: withAdded(words) })),
  ]
  return {
    words: withAdded(said),
    others: [said, ...wish.others],
    things: wish.things,
    isAll: wish.isAll,
    isCheapestFirst: wish.isCheapestFirst || (by.maxPrice === null && CHEAPER.test(message)),
    isFree: wish.isFree || by.isFree,
    minPrice: by.minPrice ?? wish.minPrice,
    maxPrice: by.maxPrice ?? wish.maxPrice,
    places: ELSEWHERE.test(message) ? [] : places,
  }
}

/** What a message adds to a wish before it: its parts are read by `narrowed`. */
export const addsToWish = (message: string, language: Language): boolean =>
  CHEAPER.test(message) ||
  FREE.test(message) ||
  ELSEWHERE.test(message) ||
  hasPrice(readPrices(message)) ||
  isQuality(message, language)

/** A place, size or colour after a preposition: weak evidence alone, since other phrases start the same. */
export const mayAddToWish = (message: string): boolean => ADDS.test(message)

/** A question about what was found: what it costs or where it is, both of which the cards say. */
export const asksAboutFound = (message: string): boolean => ABOUT_FOUND.test(message)

const hasPrice = ({ minPrice, maxPrice }: { minPrice: number | null; maxPrice: number | null }) =>
  minPrice !== null || maxPrice !== null

/** The limits of the price, and the message without them. "Not more than" is read before "more than"; without a currency, a lowest number may be a size. */
function readPrices(message: string): { minPrice: number | null; maxPrice: number | null; rest: string } {
  const range = PRICE_RANGE.exec(message)
  if (range?.groups && MONEY.test(range[0])) {
    const { least, most } = range.groups
    return { minPrice: Number(least), maxPrice: Number(most), rest: message.replace(PRICE_RANGE, ' ') }
  }
  const most = MAX_PRICE.exec(message)?.groups?.units
  const belowIt = message.replace(MAX_PRICE, ' ')
  const least = MIN_PRICE.exec(belowIt)
  const isPrice = least !== null && MONEY.test(least[0])
  return {
    minPrice: isPrice ? Number(least.groups?.units) : null,
    maxPrice: most === undefined ? null : Number(most),
    rest: isPrice ? belowIt.replace(MIN_PRICE, ' ') : belowIt,
  }
}

/** Parses an item to sell and its price: "my old bike for 50 euros". */
export function readOffer(message: string, language: Language): { title: string; price: number | null } {
  const { before, after } = ANY_PRICE.exec(message)?.groups ?? {}
  const title = itemOf(message.replace(ANY_PRICE, ' '), language)
  return { title: title.charAt(0).toUpperCase() + title.slice(1), price: Number(before ?? after ?? 0) || null }
}

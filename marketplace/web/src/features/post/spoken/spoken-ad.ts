import type { Condition, ListingType } from '../../../../../contract/ads/listing-values.ts'
import { LIMITS } from '../../../../../contract/limits.ts'
import { MONEY_WORDS } from '../../../../../contract/money/money-words.ts'
import { readPrice } from '../../../../../contract/money/price.ts'
import { placeLabel } from '../../../../../contract/places/place-label.ts'
import { PLACES, type TypedPlace } from '../../../../../contract/places/places.ts'
import { CONDITION_WORDS, foldWords, TYPE_WORDS } from './ad-words.ts'
import { digitsForWords } from './spoken-numbers.ts'

/** Parts of a spoken ad; null for what was not mentioned. */
export interface SpokenAd {
  title: string
  type: ListingType | null
  priceMinor: number | null
  isNegotiable: boolean
  condition: Condition | null
  /** Coordinates only for known places. */
  place: TypedPlace | null
}

/**
 * Parses "Selling a blue mountain bike in good condition for 120 euros in Graça, Lisbon" in five languages, deterministically. Recognised
 * parts are removed; the rest is the title.
 */
export function readSpokenAd(sentence: string): SpokenAd {
  const rest = new Rest(digitsForWords(` ${sentence.replace(/\s+/g, ' ').trim()} `))
  // "No, the price is 40, not 14": remove the negated part first.
  rest.take(DENIAL)
  rest.take(CORRECTED)
  rest.take(correctedPlace())
  const isNegotiable = rest.take(NEGOTIABLE) !== null
  const priceMinor = takePrice(rest)
  const place = takePlace(rest)
  const type = takePhrase(rest, TYPE_WORDS)
  const condition =
    takePhrase(rest, CONDITION_WORDS, CONDITION_IS) ?? takePhrase(rest, CONDITION_WORDS.map(withoutBareWords))
  return { title: titleOf(rest.text), type, priceMinor, isNegotiable, condition, place }
}

function correctedPlace(): RegExp {
  const names = [...PLACES.flatMap(({ area, city }) => [area, city]), ...Object.keys(OTHER_NAMES)]
  const listed = [...new Set(names)].filter(Boolean).map((name) => [...name].map(loosely).join(''))
  return new RegExp(`${NOT}(?:${WHERE}\\s+)?(?:${listed.join('|')})(?!\\p{L})`, 'iu')
}

/** Text from which matches are removed. */
class Rest {
  text: string

  constructor(text: string) {
    this.text = text
  }

  /** Removes and returns the first match, or null. */
  take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.text)
    if (match) this.text = `${this.text.slice(0, match.index)} · ${this.text.slice(match.index + match[0].length)}`
    return match
  }
}

const DENIAL =
  /^\s*(?:no|nope|sorry|actually|não|nao|nein|non|perdón|desculpa)(?:\s*,\s*|\s+(?=(?:the price|the condition|it is|o preço|el precio|der preis|le prix)(?!\p{L})))/iu
const NOT = '[,;]?\\s*(?:(?:and|but|e|y|und|et|mas|pero|sino) )?(?<!\\p{L})(?:not|não|nao|nicht|pas|y no)\\s+'

const CORRECTED = new RegExp(`${NOT}\\p{Sc}?\\d[\\d.,]*(?:\\s?(?:${MONEY_WORDS})(?!\\p{L}))?`, 'iu')

const NEGOTIABLE =
  /[,;]?\s*\(?(?<![\p{L}])(?:or best offer|or nearest offer|ono|obo|negotiable|open to offers|negociável|negociavel|aceito propostas|negociable|acepto ofertas|verhandlungsbasis|verhandelbar|vb|vhb|à débattre|a débattre|négociable|prix à débattre)(?![\p{L}])\)?/iu

const AMOUNT = "(\\d[\\d.,’' ]*\\d|\\d)"
const MONEY = `(?:${MONEY_WORDS})`
const BEFORE_AMOUNT =
  '(?:(?:the |o |el |der |le )?(?:price|asking price|preço|precio|preis|prix)(?: is| é| es| ist| est| de|:)?|asking|for only|for|only|por apenas|por só|por|só|a|por solo|solo|für nur|für|nur|pour seulement|pour|seulement|à)'

function takePrice(rest: Rest): number | null {
  const patterns = [
    new RegExp(`[,;]?\\s*(?:(?<![\\p{L}])${BEFORE_AMOUNT}\\s+)?${AMOUNT}\\s?${MONEY}(?![\\p{L}])`, 'iu'),
    new RegExp(`[,;]?\\s*(?:(?<![\\p{L}])${BEFORE_AMOUNT}\\s+)?\\p{Sc}\\s?${AMOUNT}`, 'iu'),
    // Without a currency, only after a word for price.
    new RegExp(
      `[,;]?\\s*(?<![\\p{L}])(?:(?:the |o |el |der |le )?(?:price|asking price|preço|precio|preis|prix)(?: is| é| es| ist| est| de|:)?|asking|for|por|für|pour)\\s+${AMOUNT}(?=\\s*(?:[.,;·]|$|in\\b|em\\b|en\\b|à\\b|near\\b))`,
      'iu',
    ),
  ]
  for (const pattern of patterns) {
    const match = rest.take(pattern)
    const price = match?.[1] ? readPrice(match[1].replace(/[.,’' ]+$/, '')) : null
    if (price?.ok && price.minor > 0 && price.minor <= LIMITS.price.maxMinor) return price.minor
  }
  return null
}

/** Foreign names of the market's cities. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  lisboa: 'Lisbon',
  lissabon: 'Lisbon',
  lisbonne: 'Lisbon',
  oporto: 'Porto',
  barcelone: 'Barcelona',
}
const WHERE =
  '(?:from|near|around|in|at|perto de|perto da|perto do|em|na|no|cerca de|en|bei|nahe|im|près de|à|a|dans|zona de|zone de|área de)'

function takePlace(rest: Rest): TypedPlace | null {
  const known = [
    ...PLACES.map((place) => ({ name: `${place.area}, ${place.city}`, place: { ...place } as TypedPlace })),
    ...PLACES.map((place) => ({ name: `${place.area} ${place.city}`, place: { ...place } as TypedPlace })),
    ...PLACES.map((place) => ({ name: place.area, place: { ...place } as TypedPlace })),
    ...[...new Set(PLACES.map(({ city }) => city)), ...Object.keys(OTHER_NAMES)].map((name) => ({
      name,
      place: middleOf(OTHER_NAMES[name] ?? name),
    })),
  ].sort(
    (one, other) =>
      Number(other.place.area !== '') - Number(one.place.area !== '') || other.name.length - one.name.length,
  )
  const folded = rest.text.normalize('NFC')
  for (const { name, place } of known) {
    const letters = [...name].map((letter) => loosely(letter)).join('')
    const city = place.city ? `(?:,?\\s+(?:em |in |en |à )?(?:${citiesNamed(place.city).join('|')}))?` : ''
    const pattern = new RegExp(
      `[,;]?\\s*(?<![\\p{L}])(?:${WHERE}\\s+)?(?:(?:the|o|a|la|el|der|die|das|le)\\s+)?${letters}${city}(?![\\p{L}])`,
      'iu',
    )
    if (!pattern.test(folded)) continue
    rest.text = folded
    rest.take(pattern)
    return place
  }
  return null
}

function citiesNamed(city: string): string[] {
  const others = Object.entries(OTHER_NAMES).flatMap(([name, of]) => (of === city ? [name] : []))
  return [city, ...others].map((name) => [...name].map(loosely).join(''))
}

function middleOf(city: string): TypedPlace {
  const areas = PLACES.filter((place) => place.city === city)
  const mean = (of: (place: (typeof areas)[number]) => number) =>
    Math.round((areas.reduce((sum, place) => sum + of(place), 0) / areas.length) * 1000) / 1000
  return {
    area: '',
    city,
    country: areas[0]?.country ?? null,
    lat: mean((place) => place.lat),
    lng: mean((place) => place.lng),
  }
}

/** A letter with or without accent. */
function loosely(letter: string): string {
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '')
  if (/[.*+?^${}()|[\]\\]/.test(letter)) return `\\${letter}`
  return bare === letter ? letter : `[${letter}${bare}]`
}

const BEFORE_PHRASE = "(?:it is |it’s |it's |está |es |ist |est |c’est |and |e |y |und |et )?"
/** Context in which a single word such as "good" is the condition. */
const CONDITION_IS =
  "(?:the condition|condition|o estado|el estado|estado|der zustand|zustand|l[’' ]?état|état)(?: is| é| es| está| ist| est|:)?\\s+(?:very |muito |muy |sehr |très )?"

/** Removes the longest phrase and returns its value. */
function takePhrase<Value extends string>(
  rest: Rest,
  words: readonly (readonly [Value, ...string[]])[],
  before = BEFORE_PHRASE,
): Value | null {
  const phrases = words
    .flatMap(([value, ...listed]) => listed.map((phrase) => ({ value, phrase })))
    .sort((one, other) => other.phrase.length - one.phrase.length)
  for (const { value, phrase } of phrases) {
    const letters = [...phrase]
      .map((letter) => (/[’']/.test(letter) ? "[’' ]" : letter === ' ' ? '[\\s-]+' : loosely(letter)))
      .join('')
    if (rest.take(new RegExp(`[,;]?\\s*(?<![\\p{L}])${before}${letters}(?![\\p{L}])`, 'iu'))) return value
  }
  return null
}

/** Drops single words, which are ambiguous in sentences. */
function withoutBareWords([value, ...phrases]: readonly [Condition, ...string[]]): readonly [Condition, ...string[]] {
  const clear = new Set([
    'broken',
    'defective',
    'faulty',
    'defekt',
    'kaputt',
    'avariado',
    'avariada',
    'averiado',
    'averiada',
    'neuwertig',
    'unused',
    'unbenutzt',
    'nagelneu',
    'neu',
    'usado',
    'usada',
    'novo',
    'nova',
    'nuevo',
    'nueva',
    'neuf',
    'neuve',
    'gebraucht',
    'seminuevo',
    'seminueva',
    'used',
    'new',
  ])
  return [value, ...phrases.filter((phrase) => phrase.includes(' ') || clear.has(phrase))]
}

const LEADING =
  /^(?:i have|i've got|there is|a|an|the|my|some|our|um|uma|o|os|as|o meu|a minha|meu|minha|un|una|mi|el|la|los|las|ein|eine|einen|mein|meine|meinen|une|mon|ma|mes|le|les|des|tenho|tengo|ich habe|j ai|j’ai|hi|hello|olá|hola|hallo|bonjour)\s+/iu
const TRAILING =
  /\s+(?:for|in|at|and|with|it is|por|em|e|com|a|en|y|con|für|und|mit|pour|à|et|avec|is|está|es|ist|est|price|the)$/iu

/** The rest as title, trimmed of stop words. */
function titleOf(rest: string): string {
  let text =
    rest
      .split(/\s*(?:·|[.;!?](?:\s|$))\s*/)
      .map((part) => part.replace(/^[\s,:–-]+|[\s,:–-]+$/g, ''))
      .filter((part) => foldWords(part).length > 1)
      .sort((one, other) => other.length - one.length)[0] ?? ''
  for (let before = ''; before !== text; ) {
    before = text
    text = text
      .replace(LEADING, '')
      .replace(TRAILING, '')
      .replace(/^[\s,:–-]+|[\s,:–-]+$/g, '')
  }
  while ([...text].length > LIMITS.title.max)
    text = text.includes(' ') ? text.slice(0, text.lastIndexOf(' ')) : [...text].slice(0, LIMITS.title.max).join('')
  // Keep iPhone.
  return /^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toLocaleUpperCase() + text.slice(1)
}

/** Formats a place as in the form. */
export function spokenPlaceText(place: TypedPlace): string {
  return placeLabel(place)
}

import type { AssistantReply } from '../../../contract/help/assistant.ts'
import type { Language } from '../../../contract/languages.ts'
import { minorPerUnit } from '../../../contract/money/money.ts'
import { MONEY_WORDS } from '../../../contract/money/money-words.ts'
import { paths } from '../../../contract/paths.ts'
import { moneyText } from '../../../contract/words/money.ts'
import type { Asking } from '../asking.ts'
import { matchesIn, type Patterns, partsIn, without } from './patterns.ts'

const SHOWN = 3
const ASKS: Patterns = {
  en: /^(?:hi|hello|hey)?[\s,!]*(?:(?:can|could) you |please )*(?:i(?:'|’)?m |i am |we are )?(?:looking for|search(?:ing)? for|find me|show me|i want to buy|is there|are there|do you have)\s+(?<thing>.+)$/is,
  de: /^(?:hallo|hi|hey)?[\s,!]*(?:bitte |kannst du |ich |wir )*(?:suchen?|finde (?:mir|ich)|zeig(?:e)? mir|möchte kaufen|will kaufen)\s+(?<thing>.+)$/is,
  fr: /^(?:bonjour|salut)?[\s,!]*(?:s['’]il (?:te|vous) plaît |peux-tu |pouvez-vous )*(?:je (?:re)?cherche|nous (?:re)?cherchons|trouve(?:z)?-moi|montre(?:z)?-moi|je (?:veux|voudrais) acheter)\s+(?<thing>.+)$/is,
  es: /^(?:hola)?[\s,!]*(?:por favor |puedes )*(?:estoy buscando|busco|buscamos|encuéntrame|muéstrame|enséñame|quiero comprar)\s+(?<thing>.+)$/is,
  pt: /^(?:olá|ola|oi)?[\s,!]*(?:por favor |podes )*(?:estou à procura de|ando à procura de|procuro|procuramos|encontra-me|mostra-me|quero comprar)\s+(?<thing>.+)$/is,
}
const AMOUNT = String.raw`\s*(?:${MONEY_WORDS})?\s*(?<units>\d{1,8})(?:\s*(?:${MONEY_WORDS})(?!\p{L}))?`
const PRICE: Patterns = {
  en: new RegExp(String.raw`\b(?:under|below|less than|up to|at most|max(?:imum)?)${AMOUNT}`, 'iu'),
  de: new RegExp(String.raw`(?<!\p{L})(?:unter|bis(?: zu)?|höchstens|maximal|für weniger als)${AMOUNT}`, 'iu'),
  fr: new RegExp(String.raw`(?<!\p{L})(?:à |pour )?(?:moins de|jusqu['’]à|au plus|maximum)${AMOUNT}`, 'iu'),
  es: new RegExp(String.raw`(?<!\p{L})(?:por )?(?:menos de|hasta|como máximo|máximo)${AMOUNT}`, 'iu'),
  pt: new RegExp(String.raw`(?<!\p{L})(?:por )?(?:menos de|até|no máximo|máximo)${AMOUNT}`, 'iu'),
}
/** Names nothing: "I want to buy something" asks how. */
const NOTHING: Patterns = {
  en: /^(?:(?:some|any)?things?|stuff|items?|products?|a few (?:of your )?items?|(?:several|some) (?:of your )?items?|here)$/i,
  de: /^(?:etwas|was|sachen|dinge|artikel|hier)$/i,
  fr: /^(?:quelque chose|des (?:choses|articles|objets)|ici)$/i,
  es: /^(?:algo|cosas|artículos|aquí)$/i,
  pt: /^(?:algo|alguma coisa|coisas|artigos|aqui)$/i,
}
const FILLERS: Patterns = {
  en: /^(?:an?|any|some|the|me|for sale)\s+/i,
  de: /^(?:nach\s+)?(?:(?:ein|eine|einen|einem|einer|der|die|das|den)\s+)?/i,
  fr: /^(?:(?:un|une|des|le|la|les|du)\s+|l['’]|de la\s+)?/i,
  es: /^(?:(?:un|una|unos|unas|el|la|los|las)\s+)?/i,
  pt: /^(?:(?:um|uma|uns|umas|o|a|os|as)\s+)?/i,
}

export interface WantedThing {
  readonly words: string
  /** Whole units of the market's currency. */
  readonly maxPrice: number | null
}

interface Found {
  readonly items: readonly {
    readonly id: string
    readonly title: string
    readonly price_minor: number | null
    readonly currency: string
  }[]
  readonly total: number
  readonly total_is_more: boolean
}

/** What a plain wish names: "I am looking for a desk under 100 euros". Null for all other messages. */
export function wantedThing(message: string, language: Language = 'en'): WantedThing | null {
  const thing = partsIn(ASKS, language, message.trim())?.thing
  if (thing === undefined) return null
  const units = partsIn(PRICE, language, thing)?.units
  const words = without(PRICE, language, thing)
    .replace(/[?!.]+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(FILLERS[language] ?? FILLERS.en, '')
    .replace(FILLERS.en, '')
  if (words === '' || matchesIn(NOTHING, language, words) || words.length > 100) return null
  return { words, maxPrice: units === undefined ? null : Number(units) }
}

/** The best ads for it, read as the caller. */
export async function findListings({ words, maxPrice }: WantedThing, asking: Asking): Promise<AssistantReply> {
  const { reader, supabase } = asking
  const { language, t } = reader
  const priceMax = maxPrice === null ? null : await inMinorUnits(maxPrice, asking)
  const params = { q: words, limit: SHOWN, ...(priceMax === null ? {} : { price_max: priceMax }) }
  const { data, error } = await supabase.rpc('search_listings', { params })
  if (error) throw new Error(error.message)
  const { items, total: count, total_is_more: more } = data as Found // the contract of search_listings
  const all = `${paths.search(words)}${maxPrice === null ? '' : `&price_max=${maxPrice}`}`
  if (count === 0) {
    return {
      response: t('assistant.noAdsFor', { words }),
      functionCalled: 'search_listings',
      links: [{ label: t('shell.categories'), path: paths.categories }],
    }
  }
  return {
    response: more
      ? t('assistant.moreAdsThan', { count, words })
      : t('assistant.adsFound', {
          count,
          words,
        }),
    functionCalled: 'search_listings',
    links: [
      ...items.map(({ id, title, price_minor, currency }) => ({
        label: price_minor === null ? title : `${title}, ${moneyText(price_minor, currency, language)}`,
        path: paths.listing(id),
      })),
      ...(count > items.length ? [{ label: t('assistant.seeThemAll'), path: all }] : []),
    ],
  }
}

/** Prices are searched in the smallest units of what the market trades in, which an administrator may change. */
async function inMinorUnits(units: number, { supabase }: Asking): Promise<number> {
  const { data, error } = await supabase.rpc('market_currency')
  if (error) throw new Error(error.message)
  return Math.round(units * minorPerUnit(data as string)) // a text by its definition
}

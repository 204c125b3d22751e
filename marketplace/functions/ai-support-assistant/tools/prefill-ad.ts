import type { AssistantReply } from '../../../contract/help/assistant.ts'
import type { Language } from '../../../contract/languages.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { MONEY_WORDS } from '../../../contract/money/money-words.ts'
import { paths } from '../../../contract/paths.ts'
import type { Reader } from '../../../contract/words/say.ts'
import { matchesIn, type Patterns, partsIn, without } from './patterns.ts'

const SELLS: Patterns = {
  en: /^(?:hi|hello|hey)?[\s,!]*(?:i(?:'|’)?d like to|i want to|i would like to|can i|help me(?: to)?|please) (?<verb>sell|give away|swap)\s+(?<thing>.+)$/is,
  de: /^(?:hallo|hi|hey)?[\s,!]*(?:ich (?:möchte|will|würde gern(?:e)?)|kann ich|hilf mir(?:,)?)\s+(?<thing>.+?)\s+(?:zu )?(?<verb>verkaufen|verschenken|tauschen)[.!?\s]*$/is,
  fr: /^(?:bonjour|salut)?[\s,!]*(?:je (?:veux|voudrais|souhaite)|j['’]aimerais|puis-je|aidez?-moi à) (?<verb>vendre|donner|échanger)\s+(?<thing>.+)$/is,
  es: /^(?:hola)?[\s,!]*(?:quiero|quisiera|me gustaría|puedo|ayúdame a) (?<verb>vender|regalar|cambiar)\s+(?<thing>.+)$/is,
  pt: /^(?:olá|ola|oi)?[\s,!]*(?:quero|queria|gostava de|gostaria de|posso|ajuda-me a) (?<verb>vender|dar|oferecer|trocar)\s+(?<thing>.+)$/is,
}
const AMOUNT = String.raw`\s*(?:${MONEY_WORDS})?\s*(?<units>\d{1,8})(?:\s*(?:${MONEY_WORDS})(?!\p{L}))?`
const PRICE: Patterns = {
  en: new RegExp(String.raw`\bfor\s*(?:about |around )?${AMOUNT}`, 'iu'),
  de: new RegExp(String.raw`(?<!\p{L})für\s*(?:etwa |ungefähr |rund )?${AMOUNT}`, 'iu'),
  fr: new RegExp(String.raw`(?<!\p{L})(?:pour|à)\s*(?:environ )?${AMOUNT}`, 'iu'),
  es: new RegExp(String.raw`(?<!\p{L})por\s*(?:unos )?${AMOUNT}`, 'iu'),
  pt: new RegExp(String.raw`(?<!\p{L})por\s*(?:cerca de )?${AMOUNT}`, 'iu'),
}
/** Names nothing: "I want to sell something" asks how. */
const NOTHING: Patterns = {
  en: /^(?:(?:some|any)?things?|stuff|items?|products?|here|(?:an? )?ads?|several items|online|on .+)$/i,
  de: /^(?:etwas|was|sachen|dinge|artikel|hier|(?:ein(?:e|en)? )?(?:anzeige|inserat)|online)$/i,
  fr: /^(?:quelque chose|des (?:choses|articles|objets)|ici|en ligne|une annonce)$/i,
  es: /^(?:algo|cosas|artículos|aquí|en línea|un anuncio)$/i,
  pt: /^(?:algo|alguma coisa|coisas|artigos|aqui|online|um anúncio)$/i,
}
const FILLERS: Patterns = {
  en: /^(?:my|our|an?|some|the)\s+(?:old\s+)?/i,
  de: /^(?:mein|meine|meinen|unser|unsere|unseren|ein|eine|einen|der|die|das|den)\s+(?:alte[ns]?\s+)?/i,
  fr: /^(?:mon|ma|mes|notre|nos|un|une|des|le|la|les)\s+(?:vieux\s+|vieille\s+|ancien(?:ne)?\s+)?/i,
  es: /^(?:mi|mis|nuestro|nuestra|un|una|unos|unas|el|la|los|las)\s+(?:viejo\s+|vieja\s+)?/i,
  pt: /^(?:(?:o|a|os|as)\s+)?(?:meu|minha|meus|minhas|um|uma|uns|umas|o|a|os|as)\s+(?:velho\s+|velha\s+)?/i,
}
/** The form asks for more; a word is a beginning. */
const SHORTEST = 3
const GIVEN: ReadonlySet<string> = new Set(['give away', 'verschenken', 'donner', 'regalar', 'dar', 'oferecer'])
const SWAPPED: ReadonlySet<string> = new Set(['swap', 'tauschen', 'échanger', 'cambiar', 'trocar'])

/** What is known of an ad before its form is opened. */
export interface AdStart {
  readonly type?: 'sell' | 'free' | 'wanted' | 'swap' | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Whole units of the market's currency. */
  readonly price?: number | undefined
}

/** What a plain wish to sell names: "I want to sell my old bike for 50 euros". Null for all other messages. */
export function adToBegin(message: string, language: Language = 'en'): AdStart | null {
  const { thing, verb = '' } = partsIn(SELLS, language, message.trim()) ?? {}
  if (thing === undefined) return null
  const units = partsIn(PRICE, language, thing)?.units
  const title = without(PRICE, language, thing)
    .replace(/[?!.]+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(FILLERS[language] ?? FILLERS.en, '')
    .replace(FILLERS.en, '')
  if (title.length < SHORTEST || title.length > LIMITS.title.max || matchesIn(NOTHING, language, title)) return null
  return {
    type: typeOf(verb.toLowerCase()),
    title: title.charAt(0).toUpperCase() + title.slice(1),
    ...(units === undefined ? {} : { price: Number(units) }),
  }
}

function typeOf(verb: string): AdStart['type'] {
  return GIVEN.has(verb) ? 'free' : SWAPPED.has(verb) ? 'swap' : 'sell'
}

/** The way to a form that has begun. Nothing is stored or published by it. */
export function prefillAd({ type, title, description, price }: AdStart, { t }: Reader): AssistantReply {
  const path = paths.prefilledPost({
    ...(type ? { type } : {}),
    ...(title ? { title: title.slice(0, LIMITS.title.max) } : {}),
    ...(description ? { description: description.slice(0, LIMITS.description.max) } : {}),
    ...(price !== undefined && type !== 'free' ? { price: String(price) } : {}),
  })
  return {
    response: t('assistant.formReady'),
    functionCalled: 'prefill_ad',
    links: [{ label: title ? t('assistant.beginAd', { title }) : t('assistant.beginTheAd'), path }],
  }
}

import type { AssistantReply } from '../../../contract/assistant.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { paths } from '../../../contract/paths.ts'

const SELLS =
  /^(?:hi|hello|hey)?[\s,!]*(?:i(?:'|’)?d like to|i want to|i would like to|can i|help me(?: to)?|please) (?<verb>sell|give away|swap)\s+(?<thing>.+)$/is
const PRICE = /\bfor\s*(?:about |around )?(?:€|eur(?:os?)?)?\s*(?<euros>\d{1,7})(?:\s*€|\s*eur(?:os?)?\b)?/i
/** Names nothing: "I want to sell something" asks how. */
const NOTHING = /^(?:(?:some|any)?things?|stuff|items?|products?|here|(?:an? )?ads?|several items|online|on .+)$/i
const FILLERS = /^(?:my|our|an?|some|the)\s+(?:old\s+)?/i
/** The form asks for more; a word is a beginning. */
const SHORTEST = 3
const TYPES: Readonly<Record<string, AdStart['type']>> = { sell: 'sell', 'give away': 'free', swap: 'swap' }

/** What is known of an ad before its form is opened. */
export interface AdStart {
  readonly type?: 'sell' | 'free' | 'wanted' | 'swap' | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Whole units of the market's currency. */
  readonly price?: number | undefined
}

/** What a plain wish to sell names: "I want to sell my old bike for 50 euros". Null for all other messages. */
export function adToBegin(message: string): AdStart | null {
  const found = SELLS.exec(message.trim())?.groups
  if (found?.thing === undefined) return null
  const euros = PRICE.exec(found.thing)?.groups?.euros
  const title = found.thing
    .replace(PRICE, ' ')
    .replace(/[?!.]+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(FILLERS, '')
  if (title.length < SHORTEST || title.length > LIMITS.title.max || NOTHING.test(title)) return null
  return {
    type: TYPES[found.verb?.toLowerCase() ?? ''],
    title: title.charAt(0).toUpperCase() + title.slice(1),
    ...(euros === undefined ? {} : { price: Number(euros) }),
  }
}

/** The way to a form that has begun. Nothing is stored or published by it. */
export function prefillAd({ type, title, description, price }: AdStart): AssistantReply {
  const path = paths.prefilledPost({
    ...(type ? { type } : {}),
    ...(title ? { title: title.slice(0, LIMITS.title.max) } : {}),
    ...(description ? { description: description.slice(0, LIMITS.description.max) } : {}),
    ...(price !== undefined && type !== 'free' ? { price: String(price) } : {}),
  })
  return {
    response: 'The form is ready with what you told me. Add photos, read it through, and publish it yourself.',
    functionCalled: 'prefill_ad',
    links: [{ label: title ? `Begin the ad “${title}”` : 'Begin the ad', path }],
  }
}

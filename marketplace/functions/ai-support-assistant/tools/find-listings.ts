import type { FunctionContext } from '../../../../backend/src/functions/function.ts'
import type { AssistantReply } from '../../../contract/assistant.ts'
import { paths } from '../../../contract/paths.ts'
import { money } from './money.ts'

const SHOWN = 3
const ASKS =
  /^(?:hi|hello|hey)?[\s,!]*(?:(?:can|could) you |please )*(?:i(?:'|’)?m |i am |we are )?(?:looking for|search(?:ing)? for|find me|show me|i want to buy|is there|are there|do you have)\s+(?<thing>.+)$/is
const PRICE =
  /\b(?:under|below|less than|up to|at most|max(?:imum)?)\s*(?:€|eur(?:os?)?)?\s*(?<euros>\d{1,7})(?:\s*€|\s*eur(?:os?)?\b)?/i
/** Names nothing: "I want to buy something" asks how. */
const NOTHING =
  /^(?:(?:some|any)?things?|stuff|items?|products?|a few (?:of your )?items?|(?:several|some) (?:of your )?items?|here)$/i
const FILLERS = /^(?:an?|any|some|the|me|for sale)\s+/i

export interface WantedThing {
  readonly words: string
  /** Minor units. */
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
export function wantedThing(message: string): WantedThing | null {
  const thing = ASKS.exec(message.trim())?.groups?.thing
  if (thing === undefined) return null
  const euros = PRICE.exec(thing)?.groups?.euros
  const words = thing
    .replace(PRICE, ' ')
    .replace(/[?!.]+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(FILLERS, '')
  if (words === '' || NOTHING.test(words) || words.length > 100) return null
  return { words, maxPrice: euros === undefined ? null : Number(euros) * 100 }
}

/** The best ads for it, read as the caller. */
export async function findListings(
  { words, maxPrice }: WantedThing,
  context: FunctionContext,
): Promise<AssistantReply> {
  const params = { q: words, limit: SHOWN, ...(maxPrice === null ? {} : { price_max: maxPrice }) }
  const { data, error } = await context.supabase.rpc('search_listings', { params })
  if (error) throw new Error(error.message)
  const { items, total, total_is_more: more } = data as Found // the contract of search_listings
  const all = `${paths.search(words)}${maxPrice === null ? '' : `&price_max=${maxPrice / 100}`}`
  if (total === 0) {
    return {
      response: `Nothing for “${words}” right now. Try other words, or look through the categories.`,
      functionCalled: 'search_listings',
      links: [{ label: 'Categories', path: paths.categories }],
    }
  }
  return {
    response: `I found ${total === 1 ? 'one ad' : `${more ? 'more than ' : ''}${total} ads`} for “${words}”.`,
    functionCalled: 'search_listings',
    links: [
      ...items.map(({ id, title, price_minor, currency }) => ({
        label: price_minor === null ? title : `${title}, ${money(price_minor, currency)}`,
        path: paths.listing(id),
      })),
      ...(total > items.length ? [{ label: 'See them all', path: all }] : []),
    ],
  }
}

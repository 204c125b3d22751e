import type { FunctionContext } from '../../../../backend/src/functions/function.ts'
import type { AssistantReply } from '../../../contract/assistant.ts'
import { paths } from '../../../contract/paths.ts'
import { money } from './money.ts'
import { signInFirst } from './sign-in-first.ts'

const SHOWN = 5
const MINE =
  /\b(?:my (?:\w+ )?(?:offers?|deals?|bids?|meet-?ups?)|(?:offers?|deals?|bids?) (?:do|did|have) i|any(?:body|one) (?:made|make|offer)|offers? (?:for|on) my)\b/i
/** A question how to do something is one for the articles. */
const HOW_TO = /\bhow (?:do|can|to|long|much)\b/i

interface MyOffer {
  readonly from_id: string
  readonly amount_minor: number
  readonly currency: string
  readonly expires_at: string
  readonly listing: { readonly title: string } | null
}

interface MyDeal {
  readonly buyer_id: string
  readonly amount_minor: number
  readonly currency: string
  readonly item_title: string
  readonly state: string
  readonly meet_at: string | null
  readonly meet_place: string | null
}

const DEAL: Readonly<Record<string, string>> = {
  agreed: 'is agreed; settle when and where to meet',
  scheduled: 'is arranged',
  handed_over: 'was sent, and waits until it has arrived',
}

/** Whether the question is about the asker's own offers and deals. */
export function isAboutMyTrades(message: string): boolean {
  return MINE.test(message) && !HOW_TO.test(message)
}

/** The caller's open offers, both ways, and the deals under way, as row level security shows them to the caller. */
export async function myTrades({ caller, supabase }: FunctionContext): Promise<AssistantReply> {
  const functionCalled = 'my_trades'
  const me = caller.userId
  if (me === null) return signInFirst('Sign in, and I can look at your offers and deals.', functionCalled)
  const [offers, deals] = await Promise.all([
    supabase
      .from('offers')
      .select('from_id, amount_minor, currency, expires_at, listing:listings(title)')
      .eq('state', 'pending')
      .gt('expires_at', new Date().toISOString())
      .order('created_at', { ascending: false })
      .limit(SHOWN),
    supabase
      .from('deals')
      .select('buyer_id, amount_minor, currency, item_title, state, meet_at, meet_place')
      .in('state', Object.keys(DEAL))
      .order('created_at', { ascending: false })
      .limit(SHOWN),
  ])
  const error = offers.error ?? deals.error
  if (error) throw new Error(error.message)
  const lines = [
    ...(offers.data as unknown as MyOffer[]).map((offer) => offerLine(offer, me)), // the columns that were selected
    ...(deals.data as MyDeal[]).map((deal) => dealLine(deal, me)),
  ]
  return {
    response: lines.length > 0 ? lines.join('\n') : 'You have no open offers and no deals under way.',
    functionCalled,
    links: [{ label: 'Open offers and deals', path: paths.offers }],
  }
}

function offerLine({ from_id, amount_minor, currency, expires_at, listing }: MyOffer, me: string): string {
  const hours = Math.max(1, Math.round((new Date(expires_at).getTime() - Date.now()) / 3_600_000))
  const who = from_id === me ? 'You offer' : 'You are offered'
  return `${who} ${money(amount_minor, currency)} for “${listing?.title ?? 'an ad'}”; it holds for ${hours} h more.`
}

function dealLine(
  { buyer_id, amount_minor, currency, item_title, state, meet_at, meet_place }: MyDeal,
  me: string,
): string {
  const where = meet_at && meet_place ? ` for ${meet_at.slice(0, 16).replace('T', ' ')} UTC, ${meet_place}` : ''
  const side = buyer_id === me ? 'You buy' : 'You sell'
  return `${side} “${item_title}” for ${money(amount_minor, currency)}: this ${DEAL[state] ?? state}${where}.`
}

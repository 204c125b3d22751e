import type { AssistantLink, AssistantReply } from '../../../contract/help/assistant.ts'
import { paths } from '../../../contract/paths.ts'
import { appointmentText } from '../../../contract/words/moments.ts'
import { moneyText } from '../../../contract/words/money.ts'
import type { Asking } from '../asking.ts'
import { signInFirst } from './sign-in-first.ts'

const SHOWN = 5
/** States of a deal in progress. */
const UNDER_WAY = ['agreed', 'scheduled', 'handed_over']

interface MyOffer {
  readonly conversation_id: string
  readonly from_id: string
  readonly amount_minor: number
  readonly currency: string
  readonly expires_at: string
  readonly listing: { readonly title: string } | null
}

interface MyDeal {
  readonly conversation_id: string
  readonly buyer_id: string
  readonly amount_minor: number
  readonly currency: string
  readonly item_title: string
  readonly state: string
  readonly meet_at: string | null
  readonly meet_place: string | null
}

/** The caller's open offers, sent and received, and deals in progress, as permitted by row level security. */
export async function myDeals(asking: Asking): Promise<AssistantReply> {
  const { caller, reader, supabase } = asking
  const { t } = reader
  const functionCalled = 'my_deals'
  const me = caller.userId
  if (me === null) return signInFirst(functionCalled, reader)
  const [offers, deals] = await Promise.all([
    supabase
      .from('offers')
      .select('conversation_id, from_id, amount_minor, currency, expires_at, listing:listings(title)')
      .eq('state', 'pending')
      .gt('expires_at', new Date().toISOString())
      .order('created_at', { ascending: false })
      .limit(SHOWN)
      .overrideTypes<MyOffer[], { merge: false }>(),
    supabase
      .from('deals')
      .select('conversation_id, buyer_id, amount_minor, currency, item_title, state, meet_at, meet_place')
      .in('state', UNDER_WAY)
      .order('created_at', { ascending: false })
      .limit(SHOWN)
      .overrideTypes<MyDeal[], { merge: false }>(),
  ])
  const error = offers.error ?? deals.error
  if (error) throw new Error(error.message)
  const cards = [
    ...(offers.data ?? []).map((offer) => cardOfOffer(offer, me, asking)),
    ...(deals.data ?? []).map((deal) => cardOfDeal(deal, me, asking)),
  ]
  return {
    response: cards.length > 0 ? t('assistant.yourDeals') : t('assistant.noDeals'),
    functionCalled,
    links: [...cards, { label: t('assistant.openDeals'), path: paths.offers }],
  }
}

function cardOfOffer(offer: MyOffer, me: string, { reader }: Asking): AssistantLink {
  const { language, t } = reader
  const hours = Math.max(1, Math.round((new Date(offer.expires_at).getTime() - Date.now()) / 3_600_000))
  const amount = moneyText(offer.amount_minor, offer.currency, language)
  const facts = { amount, hours }
  return {
    label: offer.listing?.title ?? t('reports.anAd'),
    path: paths.conversation(offer.conversation_id),
    detail: offer.from_id === me ? t('assistant.youOffer', facts) : t('assistant.youAreOffered', facts),
  }
}

function cardOfDeal(deal: MyDeal, me: string, asking: Asking): AssistantLink {
  const detail = stateOfDeal(deal, me, asking)
  return { label: deal.item_title, path: paths.conversation(deal.conversation_id), detail }
}

function stateOfDeal(deal: MyDeal, me: string, { reader, timeZone }: Asking): string {
  const { language, t } = reader
  const { state, meet_at, meet_place: place } = deal
  const amount = moneyText(deal.amount_minor, deal.currency, language)
  const facts = { side: deal.buyer_id === me ? 'buy' : 'sell', amount }
  if (state === 'handed_over') {
    return t('assistant.dealSent', facts)
  }
  if (meet_at && place) {
    return t('assistant.dealMeeting', {
      ...facts,
      when: appointmentText(new Date(meet_at), language, timeZone),
      place,
    })
  }
  return t('assistant.dealAgreed', facts)
}

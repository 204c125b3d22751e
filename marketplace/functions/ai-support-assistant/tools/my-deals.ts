import type { AssistantReply } from '../../../contract/help/assistant.ts'
import type { Language } from '../../../contract/languages.ts'
import { paths } from '../../../contract/paths.ts'
import { appointmentText } from '../../../contract/words/moments.ts'
import { moneyText } from '../../../contract/words/money.ts'
import type { Asking } from '../asking.ts'
import { HOW_TO } from './my-listings.ts'
import { matchesIn, type Patterns } from './patterns.ts'
import { signInFirst } from './sign-in-first.ts'

const SHOWN = 5
const MINE: Patterns = {
  en: /\b(?:my (?:\w+ )?(?:offers?|deals?|bids?|meet-?ups?)|(?:offers?|deals?|bids?) (?:do|did|have) i|any(?:body|one) (?:made|make|offer)|offers? (?:for|on) my)\b/i,
  de: /(?<!\p{L})(?:meine[nrm]? (?:\p{L}+ )?(?:angebote?|gegenangebote?|deals?|treffen)|(?:angebote?|deals?) (?:habe|hab) ich|(?:jemand|wer) (?:\p{L}+ )*(?:geboten|bietet))(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:(?:mon|mes) (?:offres?|contre-offres?|accords?|rendez-vous)|offres? (?:ai-je|sur (?:mon|mes))|quelqu['’]un a fait une offre)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:mis? (?:ofertas?|contraofertas?|tratos?|quedadas?)|ofertas? (?:tengo|por mis?)|alguien ha ofrecido)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:(?:meus?|minhas?) (?:propostas?|contrapropostas?|acordos?|encontros?)|propostas? (?:tenho|pel[oa]s? (?:meus?|minhas?))|alguém (?:propôs|ofereceu))(?!\p{L})/iu,
}
/** The states of a deal that is under way. */
const UNDER_WAY = ['agreed', 'scheduled', 'handed_over']

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

/** Whether the question is about the asker's own offers and deals. */
export function isAboutMyDeals(message: string, language: Language = 'en'): boolean {
  return matchesIn(MINE, language, message) && !matchesIn(HOW_TO, language, message)
}

/** The caller's open offers, both ways, and the deals under way, as row level security shows them to the caller. */
export async function myDeals(asking: Asking): Promise<AssistantReply> {
  const { caller, reader, supabase } = asking
  const { t } = reader
  const functionCalled = 'my_deals'
  const me = caller.userId
  if (me === null) return signInFirst(t('assistant.signInForTrades'), functionCalled, reader)
  const [offers, deals] = await Promise.all([
    supabase
      .from('offers')
      .select('from_id, amount_minor, currency, expires_at, listing:listings(title)')
      .eq('state', 'pending')
      .gt('expires_at', new Date().toISOString())
      .order('created_at', { ascending: false })
      .limit(SHOWN)
      .overrideTypes<MyOffer[], { merge: false }>(),
    supabase
      .from('deals')
      .select('buyer_id, amount_minor, currency, item_title, state, meet_at, meet_place')
      .in('state', UNDER_WAY)
      .order('created_at', { ascending: false })
      .limit(SHOWN)
      .overrideTypes<MyDeal[], { merge: false }>(),
  ])
  const error = offers.error ?? deals.error
  if (error) throw new Error(error.message)
  const lines = [
    ...(offers.data ?? []).map((offer) => offerLine(offer, me, asking)),
    ...(deals.data ?? []).map((deal) => dealLine(deal, me, asking)),
  ]
  return {
    response: lines.length > 0 ? lines.join('\n') : t('assistant.noTrades'),
    functionCalled,
    links: [{ label: t('assistant.openTrades'), path: paths.offers }],
  }
}

function offerLine(offer: MyOffer, me: string, { reader }: Asking): string {
  const { language, t } = reader
  const hours = Math.max(1, Math.round((new Date(offer.expires_at).getTime() - Date.now()) / 3_600_000))
  const amount = moneyText(offer.amount_minor, offer.currency, language)
  const facts = { amount, title: offer.listing?.title ?? t('reports.anAd'), hours }
  return offer.from_id === me ? t('assistant.youOffer', facts) : t('assistant.youAreOffered', facts)
}

function dealLine(deal: MyDeal, me: string, { reader, timeZone }: Asking): string {
  const { language, t } = reader
  const { state, meet_at, meet_place: place } = deal
  const amount = moneyText(deal.amount_minor, deal.currency, language)
  const facts = { side: deal.buyer_id === me ? 'buy' : 'sell', title: deal.item_title, amount }
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

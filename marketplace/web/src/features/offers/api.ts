import { jsonOf } from '../../../../contract/json-of.ts'
import { readReviewsOf as askReviewsOf, REVIEW_COLUMNS } from '../../../../contract/public-reviews.ts'
import { dataClient } from '../../lib/data/client.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { inOurWords } from '../../lib/person-names.ts'
import type { ConversationDeals, Deal, ListedDeal, ListedOffer, Offer, OfferTerms, Review, ReviewTag } from './types.ts'

const OFFER =
  'id,conversation_id,listing_id,from_id,by_role,amount_minor,currency,state,current_state,counters_id,expires_at,created_at'
const DEAL = `id,listing_id,conversation_id,offer_id,buyer_id,seller_id,amount_minor,ship_cost_minor,currency,item_title,mode,state,
meet_at,meet_place,proposed_by,proposed_at,proposed_place,carrier,tracking_number,reserved_until,handed_over_at,ended_at,ended_by,
end_reason,no_show_by,receipt_number,created_at,ad:listings(delivery)`
const PERSON = 'id,display_name,avatar_path'
const AD = 'listing:listings(id,title,price_minor,currency,cover_path)'
const LISTED_DEAL = `${DEAL},${AD},buyer:sellers!deals_buyer_id_fkey(${PERSON}),seller:sellers!deals_seller_id_fkey(${PERSON}),
reviews(id,author_id,state,rating),orders(id,paid_at)`
const LISTED_OFFER = `${OFFER},${AD},conversation:conversations(id,buyer_id,seller_id,
buyer:sellers!conversations_buyer_id_fkey(${PERSON}),seller:sellers!conversations_seller_id_fkey(${PERSON}))`

const MOST = 200

/** Offers and deals of one conversation. */
export async function readConversationDeals(conversationId: string): Promise<ConversationDeals> {
  const client = await dataClient()
  const [offers, deals] = await Promise.all([
    client.from('offers').select(OFFER).eq('conversation_id', conversationId).order('created_at').limit(MOST),
    client
      .from('deals')
      .select(DEAL)
      .eq('conversation_id', conversationId)
      .order('created_at', { ascending: false })
      .limit(MOST),
  ])
  // The columns selected above; check constraints guarantee the states.
  return { offers: dataOf(offers) as Offer[], deals: dataOf(deals) as Deal[] }
}

/** The user's open offers and all deals, newest first. Row level security filters out all others. */
export async function readMyDeals(): Promise<{ offers: ListedOffer[]; deals: ListedDeal[] }> {
  const client = await dataClient()
  const [offers, deals] = await Promise.all([
    client
      .from('offers')
      .select(LISTED_OFFER)
      .eq('state', 'pending')
      .gt('expires_at', new Date().toISOString())
      .order('created_at', { ascending: false })
      .limit(MOST),
    client.from('deals').select(LISTED_DEAL).order('created_at', { ascending: false }).limit(MOST),
  ])
  return {
    offers: inOurWords(dataOf(offers)) as ListedOffer[],
    deals: inOurWords(dataOf(deals)) as ListedDeal[],
  }
}

export async function readOfferTerms(listingId: string): Promise<OfferTerms> {
  const client = await dataClient()
  return jsonOf<OfferTerms>(dataOf(await client.rpc('offer_terms', { listing_id: listingId })))
}

/** Sets the minimum offer, in percent of the price. */
export async function setOfferFloor(listingId: string, percent: number): Promise<void> {
  const client = await dataClient()
  dataOf(await client.from('listings').update({ offer_floor_pct: percent }).eq('id', listingId))
}

/** A new offer. `clientId` stays the same when it is retried. */
export interface NewOffer {
  amountMinor: number
  clientId: string
  message: string
}

export async function makeOffer(
  { amountMinor, clientId, message }: NewOffer,
  where: { listingId: string } | { conversationId: string },
): Promise<Offer> {
  const client = await dataClient()
  const answer = await client.rpc('make_offer', {
    amount_minor: amountMinor,
    client_id: clientId,
    message,
    ...('listingId' in where ? { listing_id: where.listingId } : { conversation_id: where.conversationId }),
  })
  return dataOf(answer) as Offer
}

export async function counterOffer(offerId: string, { amountMinor, clientId, message }: NewOffer): Promise<Offer> {
  const client = await dataClient()
  const answer = await client.rpc('counter_offer', {
    offer_id: offerId,
    amount_minor: amountMinor,
    client_id: clientId,
    message,
  })
  return dataOf(answer) as Offer
}

export async function answerOffer(verb: 'accept' | 'decline' | 'withdraw', offerId: string): Promise<void> {
  const client = await dataClient()
  dataOf(await client.rpc(`${verb}_offer`, { offer_id: offerId }))
}

export async function proposeMeetup(dealId: string, meetAt: string, place: string): Promise<void> {
  const client = await dataClient()
  dataOf(await client.rpc('propose_meetup', { deal_id: dealId, meet_at: meetAt, place }))
}

export async function confirmMeetup(dealId: string, meetAt: string): Promise<void> {
  const client = await dataClient()
  dataOf(await client.rpc('confirm_meetup', { deal_id: dealId, meet_at: meetAt }))
}

/** The buyer's code: the same each time, until five wrong attempts invalidate it. */
export async function openHandoverCode(dealId: string): Promise<string> {
  const client = await dataClient()
  return dataOf(await client.rpc('show_handover_code', { deal_id: dealId })) as string
}

export async function enterHandoverCode(
  dealId: string,
  code: string,
): Promise<{ accepted: true } | { accepted: false; tries_left: number }> {
  const client = await dataClient()
  const answer = await client.rpc('enter_handover_code', { deal_id: dealId, code })
  return jsonOf<{ accepted: true } | { accepted: false; tries_left: number }>(dataOf(answer))
}

export async function markShipped(dealId: string, carrier: string, trackingNumber: string): Promise<void> {
  const client = await dataClient()
  dataOf(await client.rpc('mark_deal_shipped', { deal_id: dealId, carrier, tracking_number: trackingNumber }))
}

export async function cancelDeal(dealId: string, reason: string): Promise<void> {
  const client = await dataClient()
  dataOf(await client.rpc('cancel_deal', { deal_id: dealId, reason }))
}

export async function changeDeal(
  verb: 'confirm_deal_receipt' | 'choose_shipping' | 'report_no_show',
  dealId: string,
): Promise<void> {
  const client = await dataClient()
  dataOf(await client.rpc(verb, { deal_id: dealId }))
}

export interface NewReview {
  dealId: string
  rating: number
  tags: readonly ReviewTag[]
  body: string
}

/** @returns the state: published once both have written */
export async function writeReview({ dealId, rating, tags, body }: NewReview): Promise<{ state: Review['state'] }> {
  const client = await dataClient()
  const answer = await client.rpc('write_review', { deal_id: dealId, rating, tags: [...tags], body })
  return jsonOf<{ state: Review['state'] }>(dataOf(answer))
}

export async function replyToReview(reviewId: string, reply: string): Promise<void> {
  const client = await dataClient()
  dataOf(await client.rpc('reply_to_review', { review_id: reviewId, reply }))
}

/** Reviews of a person, newest first. */
export async function readReviewsOf(personId: string, from: number): Promise<Review[]> {
  const answer = await askReviewsOf(await dataClient(), personId, from)
  return inOurWords(dataOf(answer)) as Review[]
}

/** Reviews that the user wrote, including hidden ones. */
export async function readReviewsBy(personId: string): Promise<Review[]> {
  const client = await dataClient()
  const answer = await client
    .from('reviews')
    .select(REVIEW_COLUMNS)
    .eq('author_id', personId)
    .order('created_at', { ascending: false })
    .limit(MOST)
  return inOurWords(dataOf(answer)) as Review[]
}

/** Seller actions on the ad of a conversation. */
export type AdAction = 'reserve_for' | 'sell_to' | 'unreserve_listing' | 'relist_listing'

export async function changeTalkedAd(
  action: AdAction,
  { conversationId, adId }: { conversationId: string; adId: string },
) {
  const client = await dataClient()
  const isForPerson = action === 'reserve_for' || action === 'sell_to'
  dataOf(
    isForPerson
      ? await client.rpc(action, { conversation_id: conversationId })
      : await client.rpc(action, { listing_id: adId }),
  )
}

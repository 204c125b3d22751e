import { paths } from './paths.ts'

/** A notification as people read it, in the app, in mails and in push messages alike. */
export interface NotificationText {
  /** What happened, as a sentence without a full stop. */
  readonly title: string
  /** One line more; may be empty. */
  readonly line: string
  /** Where it leads: an address of the product, without the origin. */
  readonly path: string
  /** What a mail lists in place of the line, when there is more to it. */
  readonly details?: readonly Readonly<{ title: string; line: string; path: string }>[]
  /** Of how many things the details are the first. */
  readonly count?: number
}

/** Tokens in the links that end mails: signed with a secret of their own, for nothing else. */
export const UNSUBSCRIBE = { audience: 'unsubscribe', algorithm: 'HS256' } as const

/** Ids and the few facts that the sentence needs, as the database wrote them. */
export type NotificationPayload = Readonly<Record<string, unknown>>

type Sentence = (payload: NotificationPayload) => NotificationText

/** One function for each kind in public.notification_kinds; a test holds both lists together. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  message: (payload) => {
    const unread = numberIn(payload, 'unread') ?? 1
    const from = textIn(payload, 'from') || 'Somebody'
    return {
      title: unread > 1 ? `${from} sent you ${unread} messages` : `${from} sent you a message`,
      line: about(payload),
      path: paths.conversation(textIn(payload, 'conversation_id')),
    }
  },
  saved_search_hits: (payload) => {
    const count = numberIn(payload, 'count') ?? 1
    const name = textIn(payload, 'name')
    const details = listIn(payload, 'hits').map(hitText)
    return {
      title: count === 1 ? `A new hit for “${name}”` : `${count} new hits for “${name}”`,
      line: count === 1 ? textIn(payload, 'title') : [textIn(payload, 'title'), 'and more'].filter(Boolean).join(', '),
      path: count === 1 ? paths.listing(textIn(payload, 'listing_id')) : paths.searches,
      details,
      count,
    }
  },
  favorite_price_drop: (payload) => {
    const now = moneyIn(payload, 'amount_minor')
    const before = moneyIn(payload, 'previous_minor')
    return {
      title: `${quoted(payload)} is now ${now}`,
      line: before ? `It was ${before}.` : '',
      path: paths.listing(textIn(payload, 'listing_id')),
    }
  },
  favorite_reserved: (payload) => ({
    title: `${quoted(payload)} is reserved for somebody`,
    line: 'We tell you if it comes back.',
    path: paths.listing(textIn(payload, 'listing_id')),
  }),
  favorite_sold: (payload) => ({
    title:
      textIn(payload, 'channel') === 'withdrawn'
        ? `${quoted(payload)} is no longer for sale`
        : `${quoted(payload)} was sold`,
    line: 'Its page shows similar ads.',
    path: paths.listing(textIn(payload, 'listing_id')),
  }),
  favorite_back: (payload) => ({
    title: `${quoted(payload)} is on offer again`,
    line: '',
    path: paths.listing(textIn(payload, 'listing_id')),
  }),
  followed_seller_ad: (payload) => ({
    title: `${textIn(payload, 'from') || 'A seller you follow'} put up ${quoted(payload)}`,
    line: moneyIn(payload, 'amount_minor'),
    path: paths.listing(textIn(payload, 'listing_id')),
  }),
  listing_ends_soon: (payload) => {
    const when = numberIn(payload, 'days_before') === 1 ? 'within a day' : 'in a week'
    return {
      title: `${quoted(payload)} ends ${when}`,
      line: 'Extend it with one click and it stays on offer, with everybody who saved it.',
      path: `${paths.dashboard}?tab=listings`,
    }
  },
  offer_received: (payload) => ({
    title: isFree(payload)
      ? `${someone(payload)} would like to have ${quoted(payload)}`
      : `${someone(payload)} ${payload.is_counter === true ? 'answered with' : 'offers'} ${moneyIn(payload, 'amount_minor')}`,
    line: isFree(payload)
      ? 'Say yes or no within 48 hours. The first yes keeps it for them.'
      : `${about(payload)}. Offers hold for 48 hours.`,
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  offer_accepted: (payload) => ({
    title: isFree(payload)
      ? `${someone(payload)} gives you ${quoted(payload)}`
      : `${someone(payload)} accepted ${moneyIn(payload, 'amount_minor')} for ${quoted(payload)}`,
    line: 'It is reserved for 72 hours. Agree where to meet.',
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  offer_declined: (payload) => ({
    title: isFree(payload)
      ? `${someone(payload)} gives ${quoted(payload)} to somebody else, or keeps it`
      : `${someone(payload)} declined ${moneyIn(payload, 'amount_minor')} for ${quoted(payload)}`,
    line: '',
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  offer_expired: (payload) => ({
    title: isFree(payload)
      ? `Nobody answered whether you can have ${quoted(payload)}`
      : `Your offer of ${moneyIn(payload, 'amount_minor')} for ${quoted(payload)} ran out`,
    line: 'It was not answered within 48 hours.',
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  meetup_proposed: (payload) => ({
    title: `${someone(payload)} wants to meet${placeIn(payload)}`,
    line: about(payload),
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  meetup_confirmed: (payload) => ({
    title: `${someone(payload)} confirmed: you meet${placeIn(payload)}`,
    line: about(payload),
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  meetup_soon: (payload) => ({
    title: `You meet ${someone(payload)} soon${placeIn(payload)}`,
    line: about(payload),
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  deal_shipped: (payload) => ({
    title: `${quoted(payload)} is on its way`,
    line: textIn(payload, 'tracking_number') && `Tracking number ${textIn(payload, 'tracking_number')}.`,
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  deal_receipt_due: (payload) => ({
    title: `Has ${quoted(payload)} arrived`,
    line: 'Tell us in the conversation. In two days the deal counts as done.',
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  deal_completed: (payload) => ({
    title: `The deal about ${quoted(payload)} is done`,
    line: 'How was it? You can write a review for 14 days.',
    path: paths.reviews,
  }),
  deal_cancelled: (payload) => ({
    title:
      CALLED_OFF[textIn(payload, 'reason')]?.(quoted(payload)) ?? `${someone(payload)} called off ${quoted(payload)}`,
    line: '',
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  deal_no_show: (payload) => ({
    title: `${someone(payload)} says that you did not come`,
    line: `${about(payload)}. You can write a review as well.`,
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  review_published: (payload) => ({
    title: `${someone(payload)} reviewed you`,
    line: about(payload),
    path: paths.reviews,
  }),
  review_reply: (payload) => ({
    title: `${someone(payload)} answered your review`,
    line: about(payload),
    path: paths.reviews,
  }),
  message_released: (payload) => ({
    title: 'Your message was delivered',
    line: about(payload),
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  message_refused: (payload) => ({
    title: 'Your message stays undelivered',
    line: textIn(payload, 'statement'),
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  report_received: (payload) => ({
    title: `We have your report${numberIn(payload, 'report_no') === null ? '' : ` no. ${numberIn(payload, 'report_no')}`}`,
    line: 'A person looks at it, usually within a day. We tell you what came of it.',
    path: paths.notifications,
  }),
  decision_made: (payload) => ({
    title: DECIDED[textIn(payload, 'action')] ?? 'A decision was made about something of yours',
    line: 'Its reasons, and how to appeal, are with your reports.',
    path: paths.myReports,
  }),
  appeal_decided: (payload) => ({
    title: payload.overturned === true ? 'Your appeal was right' : 'Your appeal changed nothing',
    line: payload.overturned === true ? 'The decision is undone.' : 'The reasons are with your reports.',
    path: paths.myReports,
  }),
  ticket_answered: (payload) => ({
    title: `We answered your letter no. ${numberIn(payload, 'ticket_no') ?? ''}`,
    line: textIn(payload, 'line'),
    path: paths.ticket(textIn(payload, 'ticket_id')),
  }),
  account_kept: () => ({
    title: 'Welcome back, your account stays',
    line: 'You signed in again, so nothing is deleted. Your ads that were on offer are on offer again.',
    path: paths.dashboard,
  }),
  report_decided: (payload) => ({
    title: payload.acted === true ? 'Something was done about what you reported' : 'What you reported breaks no rule',
    line: 'Thank you for looking out for others.',
    path: paths.myReports,
  }),
}

/** What was decided, as the person concerned first hears it. */
const DECIDED: Readonly<Record<string, string>> = {
  warn: 'You were warned about something of yours',
  hide: 'Something of yours was taken out of sight',
  remove: 'Something of yours was removed',
  limit: 'Your account is limited for a while',
  suspend: 'Your account is suspended for a while',
  ban: 'Your account is banned',
}

/** Endings that nobody of the two chose. */
const CALLED_OFF: Readonly<Record<string, (ad: string) => string>> = {
  ran_out: (ad) => `The reserve of ${ad} ran out`,
  ad_removed: (ad) => `${ad} was taken down, so the deal is off`,
  left: (ad) => `The other person has left, so the deal about ${ad} is off`,
}

export const NOTIFICATION_KINDS: readonly string[] = Object.keys(SENTENCES)

/** What a notification says and where it leads. A kind this version does not know leads to the list. */
export function notificationText(kind: string, payload: NotificationPayload): NotificationText {
  const sentence = Object.hasOwn(SENTENCES, kind) ? SENTENCES[kind] : undefined
  return sentence?.(payload) ?? { title: 'There is news for you', line: '', path: paths.notifications }
}

const HIT_KINDS: Readonly<Record<string, string>> = { new: 'New', price_drop: 'Cheaper', back: 'Back on offer' }

/** An ad that a saved search found: what it costs, where it is, and why it was found. */
function hitText(hit: NotificationPayload): { title: string; line: string; path: string } {
  const before = moneyIn(hit, 'previous_minor')
  const kind = HIT_KINDS[textIn(hit, 'kind')] ?? ''
  const why = whyMatched(Array.isArray(hit.matched_on) ? hit.matched_on.filter((one) => typeof one === 'string') : [])
  const facts = [before ? `${kind}, it was ${before}` : kind, textIn(hit, 'place'), why]
  return {
    title: [textIn(hit, 'title'), moneyIn(hit, 'amount_minor')].filter(Boolean).join(', '),
    line: facts.filter(Boolean).join(' · '),
    path: paths.listing(textIn(hit, 'listing_id')),
  }
}

const PARTS: Readonly<Record<string, string>> = {
  title: 'in the title',
  details: 'in the details',
  synonyms: 'as another word for it',
  description: 'in the description',
}
const FILTERS: Readonly<Record<string, string>> = {
  category: 'your category',
  price: 'your price',
  radius_km: 'your distance',
  condition: 'your condition',
  delivery: 'your way of handover',
  type: 'your kind of ad',
  seller_type: 'your kind of seller',
  seller: 'your seller',
  with_photo: 'a photo',
}

/** Why a saved search found an ad, from `search_hits.matched_on`: "“lamp” in the title; your price, your distance". */
export function whyMatched(matchedOn: readonly string[]): string {
  const words = matchedOn.flatMap((one) => {
    const [, word = '', part = ''] = /^word:(.*):(\w+)$/.exec(one) ?? []
    return word ? [`“${word}” ${PARTS[part] ?? ''}`.trim()] : []
  })
  const filters = matchedOn.filter((one) => !one.startsWith('word:')).map((one) => FILTERS[one] ?? 'your details')
  return [words.join(', '), [...new Set(filters)].join(', ')].filter(Boolean).join('; ')
}

function textIn(payload: NotificationPayload, key: string): string {
  const value = payload[key]
  return typeof value === 'string' ? value : ''
}

function numberIn(payload: NotificationPayload, key: string): number | null {
  const value = payload[key]
  return typeof value === 'number' ? value : null
}

function listIn(payload: NotificationPayload, key: string): NotificationPayload[] {
  const value = payload[key]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

function quoted(payload: NotificationPayload): string {
  return `“${textIn(payload, 'title')}”`
}

/** Of what is free nobody offers an amount. */
function isFree(payload: NotificationPayload): boolean {
  return numberIn(payload, 'amount_minor') === 0
}

function someone(payload: NotificationPayload): string {
  return textIn(payload, 'from') || 'Somebody'
}

/** " at the kiosk", or nothing while no place is known. */
function placeIn(payload: NotificationPayload): string {
  const place = textIn(payload, 'place')
  return place ? `: ${place}` : ''
}

function about(payload: NotificationPayload): string {
  const title = textIn(payload, 'title')
  return title ? `About “${title}”` : ''
}

/** An amount in minor units with its currency (EUR when none is said), or an empty text. */
function moneyIn(payload: NotificationPayload, key: string): string {
  const minor = numberIn(payload, key)
  if (minor === null) return ''
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: textIn(payload, 'currency') || 'EUR' })
  return format.format(minor / 100).replace(/\.00$/, '')
}

/** What an operator's systems can be told of, as public.webhook_event_types() lists it; a test holds both lists together. */
export const WEBHOOK_EVENTS = [
  'listing.published',
  'listing.updated',
  'listing.reserved',
  'listing.sold',
  'listing.expired',
  'listing.hidden',
  'listing.deleted',
  'user.created',
  'user.deleted',
  'conversation.started',
  'message.created',
  'offer.made',
  'offer.accepted',
  'offer.declined',
  'offer.withdrawn',
  'deal.agreed',
  'deal.completed',
  'deal.cancelled',
  'review.published',
  'report.made',
  'report.decided',
  'ticket.opened',
] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What "send a test event" sends; no endpoint asks for it, and each takes it. */
export const TEST_EVENT = 'webhook.test'

/** How secrets of endpoints are sealed where they rest: direct A256GCM, bound to their endpoint by the header. */
export const WEBHOOK_SEAL = { alg: 'dir', enc: 'A256GCM' } as const

/** Longest address of an endpoint. */
export const LONGEST_WEBHOOK_URL = 1000

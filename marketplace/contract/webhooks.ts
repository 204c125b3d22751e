/** Event types of webhooks, as in public.webhook_event_types(); a test compares both lists. */
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

/** Encryption of endpoint secrets at rest: direct A256GCM, bound to the endpoint by the header. */
export const WEBHOOK_SEAL = { alg: 'dir', enc: 'A256GCM' } as const

/** Maximum length of an endpoint URL. */
export const LONGEST_WEBHOOK_URL = 1000

import { t } from '../../i18n/t.ts'
import type { BadgeTone } from '../../ui/Badge.tsx'
import type { Deal, DealState, OfferState, ReviewTag } from './types.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long is left: "47 h left", "35 min left", or null when it is over. */
export function timeLeft(until: string, now: Date): string | null {
  const left = Date.parse(until) - now.getTime()
  if (left <= 0) return null
  if (left < HOUR) return t('{number} min left', { number: Math.max(1, Math.floor(left / MINUTE)) })
  return t('{number} h left', { number: Math.floor(left / HOUR) })
}

export const OFFER_STATES: Readonly<Record<OfferState, { tone: BadgeTone; label: string }>> = {
  pending: { tone: 'offer', label: t('Open') },
  accepted: { tone: 'success', label: t('Accepted') },
  declined: { tone: 'neutral', label: t('Declined') },
  countered: { tone: 'neutral', label: t('Countered') },
  withdrawn: { tone: 'neutral', label: t('Withdrawn') },
  expired: { tone: 'neutral', label: t('Expired') },
  superseded: { tone: 'neutral', label: t('No longer open') },
}

export function dealBadge({ state, mode }: Pick<Deal, 'state' | 'mode'>): { tone: BadgeTone; label: string } {
  const badges: Readonly<Record<DealState, { tone: BadgeTone; label: string }>> = {
    agreed: { tone: 'success', label: t('Deal agreed') },
    scheduled: { tone: 'success', label: t('Meet-up set') },
    handed_over: { tone: 'info', label: mode === 'ship' ? t('On its way') : t('Handed over') },
    completed: { tone: 'brand', label: t('Done') },
    cancelled: { tone: 'neutral', label: t('Called off') },
    no_show: { tone: 'neutral', label: t('Did not happen') },
  }
  return badges[state]
}

export const CANCEL_REASONS = [
  { value: 'changed_mind', label: t('I changed my mind') },
  { value: 'no_agreement', label: t('We found no time or place') },
  { value: 'not_as_described', label: t('It is not as described') },
  { value: 'unsafe', label: t('It did not feel safe') },
  { value: 'other', label: t('Another reason') },
] as const

const ENDINGS: Readonly<Record<string, string>> = {
  changed_mind: t('somebody changed their mind'),
  no_agreement: t('no time or place was found'),
  not_as_described: t('it was not as described'),
  unsafe: t('it did not feel safe'),
  other: t('for another reason'),
  ran_out: t('the 72 hours ran out'),
  ad_removed: t('the ad was taken down'),
  left: t('one of you deleted their account'),
}

/** Why a deal did not come about, as one sentence. */
export function endingText(
  deal: Pick<Deal, 'state' | 'end_reason' | 'no_show_by'>,
  myId: string,
  otherName: string,
): string {
  if (deal.state === 'no_show') {
    return deal.no_show_by === myId
      ? t('{otherName} says that you did not come.', { otherName })
      : t('{otherName} did not come.', { otherName })
  }
  return t('Called off: {value}.', { value: ENDINGS[deal.end_reason ?? 'other'] ?? ENDINGS.other })
}

export const TAG_LABELS: Readonly<Record<ReviewTag, string>> = {
  on_time: t('On time'),
  friendly: t('Friendly'),
  as_described: t('As described'),
  communicative: t('Answers well'),
}

/** Three amounts to tap, between the floor and the price, as round as people would say them. */
export function suggestedAmounts(priceMinor: number | null, floorMinor: number | null): number[] {
  if (priceMinor === null || priceMinor < 500) return []
  const step = priceMinor >= 100_000 ? 1000 : priceMinor >= 20_000 ? 500 : 100
  const amounts = [0.86, 0.91, 0.95].map((share) => Math.round((priceMinor * share) / step) * step)
  return [...new Set(amounts)].filter((amount) => amount < priceMinor && amount >= (floorMinor ?? 0))
}

import { t } from '../../i18n/t.ts'
import type { BadgeTone } from '../../ui/Badge.tsx'
import type { Deal, DealState, OfferState, ReviewTag } from './types.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The remaining time, rounded: still "48 h left" a second later, "35 min left"; null when it is over. */
export function timeLeft(until: string, now: Date): string | null {
  const left = Date.parse(until) - now.getTime()
  if (left <= 0) return null
  const minutes = Math.max(1, Math.round(left / MINUTE))
  if (minutes < 60) return t('offers.minutesLeft', { number: minutes })
  return t('offers.hoursLeft', { number: Math.round(left / HOUR) })
}

export const OFFER_STATES: Readonly<Record<OfferState, { tone: BadgeTone; label: string }>> = {
  pending: { tone: 'offer', label: t('offers.stillOpen') },
  accepted: { tone: 'success', label: t('offers.accepted') },
  declined: { tone: 'neutral', label: t('offers.declined') },
  countered: { tone: 'neutral', label: t('offers.countered') },
  withdrawn: { tone: 'neutral', label: t('offers.withdrawn') },
  expired: { tone: 'neutral', label: t('common.expired') },
  superseded: { tone: 'neutral', label: t('offers.noLongerOpen') },
}

export function dealBadge({ state, mode }: Pick<Deal, 'state' | 'mode'>): { tone: BadgeTone; label: string } {
  const badges: Readonly<Record<DealState, { tone: BadgeTone; label: string }>> = {
    agreed: { tone: 'success', label: t('common.dealAgreed') },
    scheduled: { tone: 'success', label: t('offers.meetUpSet') },
    handed_over: { tone: 'info', label: mode === 'ship' ? t('common.onItsWay') : t('offers.handedOver') },
    completed: { tone: 'brand', label: t('common.done') },
    cancelled: { tone: 'neutral', label: t('offers.calledOff') },
    no_show: { tone: 'neutral', label: t('offers.didNotHappen') },
  }
  return badges[state]
}

export const CANCEL_REASONS = [
  { value: 'changed_mind', label: t('offers.reason.changedMind') },
  { value: 'no_agreement', label: t('offers.reason.noTimeOrPlace') },
  { value: 'not_as_described', label: t('offers.reason.notAsDescribed') },
  { value: 'unsafe', label: t('offers.reason.feltUnsafe') },
  { value: 'other', label: t('offers.anotherReason') },
] as const

/** Why it was cancelled, each as a sentence. */
const ENDINGS: Readonly<Record<string, string>> = {
  changed_mind: t('offers.ending.changedMind'),
  no_agreement: t('offers.ending.noTimeOrPlace'),
  not_as_described: t('offers.ending.notAsDescribed'),
  unsafe: t('offers.ending.feltUnsafe'),
  other: t('offers.ending.cancelled'),
  ran_out: t('offers.ending.expired'),
  ad_removed: t('offers.ending.adTakenDown'),
  left: t('offers.ending.accountDeleted'),
}

/** "S-4821": short enough to read out. */
export function receiptNumber({ receipt_number }: Pick<Deal, 'receipt_number'>): string {
  return `S-${receipt_number}`
}

/** Why a deal ended without a sale, as one sentence. */
export function endingText(
  deal: Pick<Deal, 'state' | 'end_reason' | 'no_show_by'>,
  myId: string,
  otherName: string,
): string {
  if (deal.state === 'no_show') {
    return deal.no_show_by === myId
      ? t('offers.ending.youMissed', { otherName })
      : t('offers.ending.theyMissed', { otherName })
  }
  return ENDINGS[deal.end_reason ?? ''] ?? t('offers.ending.cancelled')
}

export const TAG_LABELS: Readonly<Record<ReviewTag, string>> = {
  on_time: t('offers.onTime'),
  friendly: t('offers.friendly'),
  as_described: t('offers.asDescribed'),
  communicative: t('offers.answersWell'),
}

/** Three suggested amounts between minimum and price, rounded as people would say them. */
export function suggestedAmounts(priceMinor: number | null, floorMinor: number | null): number[] {
  if (priceMinor === null || priceMinor < 500) return []
  const step = priceMinor >= 100_000 ? 1000 : priceMinor >= 20_000 ? 500 : 100
  const amounts = [0.86, 0.91, 0.95].map((share) => Math.round((priceMinor * share) / step) * step)
  return [...new Set(amounts)].filter((amount) => amount < priceMinor && amount >= (floorMinor ?? 0))
}

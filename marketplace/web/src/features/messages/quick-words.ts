import { t } from '../../i18n/t.ts'
import type { Message, TalkedAboutAd, TalkedDeal } from './types.ts'

interface Situation {
  role: 'buyer' | 'seller'
  myId: string
  ad: TalkedAboutAd | null
  /** The current deal of the conversation. */
  deal: TalkedDeal | null
  messages: readonly Message[]
}

/**
 * Up to three suggested messages, editable before sending. Concrete questions get answers: the first ones ask about the ad, later ones
 * about meeting.
 */
export function quickWords({ role, myId, ad, deal, messages }: Situation): string[] {
  const said = messages.filter((message) => message.kind !== 'system')
  const last = said.at(-1)
  if (!ad || !last) return []
  if (deal?.meet_at && deal.state === 'scheduled')
    return [t('messages.onMyWay'), t('messages.quick.runningLate'), t('messages.iAmHere')]
  if (deal && deal.state !== 'agreed') return []
  // After agreeing, either person may suggest a day.
  if (deal && last.kind === 'offer') return [t('messages.quick.whenFree'), t('messages.quick.today')]
  // The user's own message awaits an answer: suggest nothing.
  if (last.sender_id === myId) return []
  if (deal) return last.kind === 'meetup' ? [t('messages.quick.worksForMe')] : [t('messages.quick.whereToMeet')]
  // An offer has its own answer buttons.
  if (last.kind === 'offer') return []
  if (ad.type === 'wanted') {
    return role === 'seller'
      ? [t('messages.quick.sendAPhoto'), t('messages.quick.whatWouldItCost'), t('messages.quick.whereToMeet')]
      : [t('messages.quick.shallISendPhotos'), t('messages.quick.whereToMeet')]
  }
  if (role === 'seller') {
    if (ad.state === 'reserved') return [t('messages.quick.itIsReserved')]
    if (ad.state !== 'active') return [t('messages.quick.itIsGone')]
    return said.some((message) => message.sender_id === myId)
      ? [t('messages.quick.whenCouldYouCome'), t('messages.quick.worksForMe'), t('messages.quick.cash')]
      : [t('messages.quick.stillAvailable'), t('messages.quick.whenCouldYouCome'), t('messages.quick.whatToKnow')]
  }
  if (ad.state !== 'active') return []
  return [
    t('messages.quick.thisWeekend'),
    t('messages.quick.oneMorePhoto'),
    ...(ad.price_type === 'negotiable' ? [t('messages.quick.bestPrice')] : []),
  ]
}

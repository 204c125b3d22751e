import { t } from '../../i18n/t.ts'
import type { Message, TalkedAboutAd, TalkedDeal } from './types.ts'

interface Situation {
  role: 'buyer' | 'seller'
  myId: string
  ad: TalkedAboutAd | null
  /** What the two have agreed. */
  deal: TalkedDeal | null
  messages: readonly Message[]
}

/**
 * What is likely said next, three at most, to be put into the field and changed there. Asking concretely gets answers: so
 * the first ones are questions about this ad, later ones about meeting.
 */
export function quickWords({ role, myId, ad, deal, messages }: Situation): string[] {
  const said = messages.filter((message) => message.kind !== 'system')
  const last = said.at(-1)
  if (!ad || !last) return []
  if (deal?.meet_at && deal.state === 'scheduled')
    return [t('messages.onMyWay'), t('messages.quick.runningLate'), t('messages.iAmHere')]
  if (deal && deal.state !== 'agreed') return []
  // What was just agreed on is no question of mine: a day is asked for by either.
  if (deal && last.kind === 'offer') return [t('messages.quick.whenFree'), t('messages.quick.today')]
  // Words of mine wait for an answer: nothing to prompt.
  if (last.sender_id === myId) return []
  if (deal) return last.kind === 'meetup' ? [t('messages.quick.worksForMe')] : [t('messages.quick.whereToMeet')]
  // An offer has its own answers.
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

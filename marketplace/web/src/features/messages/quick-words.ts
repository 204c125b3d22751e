import { t } from '../../i18n/t.ts'
import type { Message, TalkedAboutAd } from './types.ts'

interface Situation {
  role: 'buyer' | 'seller'
  myId: string
  ad: TalkedAboutAd | null
  messages: readonly Message[]
}

/**
 * What is likely said next, three at most, to be put into the field and changed there. Asking concretely gets answers: so
 * the first ones are questions about this ad, later ones about meeting.
 */
export function quickWords({ role, myId, ad, messages }: Situation): string[] {
  const said = messages.filter((message) => message.kind !== 'system')
  const last = said.at(-1)
  if (!ad || !last) return []
  const isMeeting = messages.some((message) => message.kind === 'meetup')
  if (isMeeting) return [t('On my way'), t('Running 10 min late'), t('I am here')]
  // Words of mine wait for an answer: nothing to prompt.
  if (last.sender_id === myId) return []
  if (ad.type === 'wanted') {
    return role === 'seller'
      ? [t('Could you send a photo?'), t('What would it cost?'), t('Where could we meet?')]
      : [t('Shall I send photos?'), t('Where could we meet?')]
  }
  if (role === 'seller') {
    if (ad.state === 'reserved') return [t('It is reserved, I tell you if it falls through')]
    if (ad.state !== 'active') return [t('Sorry, it is gone')]
    return said.some((message) => message.sender_id === myId)
      ? [t('When could you come?'), t('That works for me'), t('I take cash when we meet')]
      : [t('Yes, still available'), t('When could you come?'), t('What would you like to know?')]
  }
  if (ad.state === 'sold' || ad.state === 'deleted') return []
  return [
    t('Could I see it this weekend?'),
    t('Could you send one more photo?'),
    ...(ad.price_type === 'negotiable' ? [t('What is your best price?')] : []),
  ]
}

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
  if (isMeeting) return ['On my way', 'Running 10 min late', 'I am here']
  // Words of mine wait for an answer: nothing to prompt.
  if (last.sender_id === myId) return []
  if (ad.type === 'wanted') {
    return role === 'seller'
      ? ['Could you send a photo?', 'What would it cost?', 'Where could we meet?']
      : ['Shall I send photos?', 'Where could we meet?']
  }
  if (role === 'seller') {
    if (ad.state === 'reserved') return ['It is reserved, I tell you if it falls through']
    if (ad.state !== 'active') return ['Sorry, it is gone']
    return said.some((message) => message.sender_id === myId)
      ? ['When could you come?', 'That works for me', 'I take cash when we meet']
      : ['Yes, still available', 'When could you come?', 'What would you like to know?']
  }
  if (ad.state === 'sold' || ad.state === 'deleted') return []
  return [
    'Could I see it this weekend?',
    'Could you send one more photo?',
    ...(ad.price_type === 'negotiable' ? ['What is your best price?'] : []),
  ]
}

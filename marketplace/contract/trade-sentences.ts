import { about, isFree, moneyIn, namesIn, textIn } from './notification-facts.ts'
import type { NotificationPayload, Sentences } from './notification-text.ts'
import { paths } from './paths.ts'
import type { Reader } from './words/say.ts'

const talkOf = (payload: NotificationPayload) => paths.conversation(textIn(payload, 'conversation_id'))
const namesAndAmount = (payload: NotificationPayload, reader: Reader) => ({
  ...namesIn(payload, reader),
  amount: moneyIn(payload, 'amount_minor', reader),
})

/** What is said about offers, deals and meetings. */
export const TRADE_SENTENCES: Sentences = {
  offer_received: (payload, reader) => {
    const { t } = reader
    const facts = namesAndAmount(payload, reader)
    if (isFree(payload)) {
      return {
        title: t('{from} would like to have “{title}”', facts),
        line: t('Say yes or no within 48 hours. The first yes keeps it for them.'),
        path: talkOf(payload),
      }
    }
    return {
      title:
        payload.is_counter === true ? t('{from} answered with {amount}', facts) : t('{from} offers {amount}', facts),
      line: t('About “{title}”. Offers hold for 48 hours.', facts),
      path: talkOf(payload),
    }
  },
  offer_accepted: (payload, reader) => {
    const { t } = reader
    const facts = namesAndAmount(payload, reader)
    return {
      title: isFree(payload)
        ? t('{from} gives you “{title}”', facts)
        : t('{from} accepted {amount} for “{title}”', facts),
      line: t('It is reserved for 72 hours. Agree where to meet.'),
      path: talkOf(payload),
    }
  },
  offer_declined: (payload, reader) => {
    const { t } = reader
    const facts = namesAndAmount(payload, reader)
    return {
      title: isFree(payload)
        ? t('{from} gives “{title}” to somebody else, or keeps it', facts)
        : t('{from} declined {amount} for “{title}”', facts),
      line: '',
      path: talkOf(payload),
    }
  },
  offer_expired: (payload, reader) => {
    const { t } = reader
    const facts = namesAndAmount(payload, reader)
    return {
      title: isFree(payload)
        ? t('Nobody answered whether you can have “{title}”', facts)
        : t('Your offer of {amount} for “{title}” ran out', facts),
      line: t('It was not answered within 48 hours.'),
      path: talkOf(payload),
    }
  },
  meetup_proposed: (payload, reader) => {
    const { t } = reader
    const { from } = namesIn(payload, reader)
    const place = textIn(payload, 'place')
    return {
      title: place ? t('{from} wants to meet: {place}', { from, place }) : t('{from} wants to meet', { from }),
      line: about(payload, reader),
      path: talkOf(payload),
    }
  },
  meetup_confirmed: (payload, reader) => {
    const { t } = reader
    const { from } = namesIn(payload, reader)
    const place = textIn(payload, 'place')
    return {
      title: place
        ? t('{from} confirmed: you meet at {place}', { from, place })
        : t('{from} confirmed: you meet', { from }),
      line: about(payload, reader),
      path: talkOf(payload),
    }
  },
  meetup_soon: (payload, reader) => {
    const { t } = reader
    const { from } = namesIn(payload, reader)
    const place = textIn(payload, 'place')
    return {
      title: place ? t('You meet {from} soon: {place}', { from, place }) : t('You meet {from} soon', { from }),
      line: about(payload, reader),
      path: talkOf(payload),
    }
  },
  deal_shipped: (payload, reader) => {
    const { t } = reader
    const number = textIn(payload, 'tracking_number')
    return {
      title: t('“{title}” is on its way', namesIn(payload, reader)),
      line: number && t('Tracking number {number}.', { number }),
      path: talkOf(payload),
    }
  },
  deal_receipt_due: (payload, reader) => {
    const { t } = reader
    return {
      title: t('Has “{title}” arrived?', namesIn(payload, reader)),
      line: t('Tell us in the conversation. In two days the deal counts as done.'),
      path: talkOf(payload),
    }
  },
  deal_completed: (payload, reader) => {
    const { t } = reader
    return {
      title: t('The deal about “{title}” is done', namesIn(payload, reader)),
      line: t('How was it? You can write a review for 14 days.'),
      path: paths.reviews,
    }
  },
  deal_cancelled: (payload, reader) => ({ title: calledOff(payload, reader), line: '', path: talkOf(payload) }),
  deal_no_show: (payload, reader) => {
    const { t } = reader
    const facts = namesIn(payload, reader)
    return {
      title: t('{from} says that you did not come', facts),
      line: t('About “{title}”. You can write a review as well.', facts),
      path: talkOf(payload),
    }
  },
}

/** Somebody's wish, or an ending that nobody of the two chose. */
function calledOff(payload: NotificationPayload, reader: Reader): string {
  const { t } = reader
  const facts = namesIn(payload, reader)
  const reason = textIn(payload, 'reason')
  if (reason === 'ran_out') return t('The reserve of “{title}” ran out', facts)
  if (reason === 'ad_removed') return t('“{title}” was taken down, so the deal is off', facts)
  if (reason === 'left') return t('The other person has left, so the deal about “{title}” is off', facts)
  return t('{from} called off “{title}”', facts)
}

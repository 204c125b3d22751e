import { paths } from '../paths.ts'
import type { Reader } from '../words/say.ts'
import { about, isFree, moneyIn, namesIn, textIn } from './notification-facts.ts'
import type { NotificationPayload, Sentences } from './notification-text.ts'

const talkOf = (payload: NotificationPayload) => paths.conversation(textIn(payload, 'conversation_id'))
const namesAndAmount = (payload: NotificationPayload, reader: Reader) => ({
  ...namesIn(payload, reader),
  amount: moneyIn(payload, 'amount_minor', reader),
})

/** Texts about offers, deals and meet-ups. */
export const TRADE_SENTENCES: Sentences = {
  offer_received: (payload, reader) => {
    const { t } = reader
    const facts = namesAndAmount(payload, reader)
    if (isFree(payload)) {
      return {
        title: t('notices.wouldLikeAd', facts),
        line: t('notices.answerWithin48h'),
        path: talkOf(payload),
      }
    }
    return {
      title: payload.is_counter === true ? t('notices.counterOffered', facts) : t('notices.offered', facts),
      line: t('notices.offersHold', facts),
      path: talkOf(payload),
    }
  },
  offer_accepted: (payload, reader) => {
    const { t } = reader
    const facts = namesAndAmount(payload, reader)
    return {
      title: isFree(payload) ? t('notices.givesYou', facts) : t('notices.offerAccepted', facts),
      line: t('notices.reservedAgreeWhere'),
      path: talkOf(payload),
    }
  },
  offer_declined: (payload, reader) => {
    const { t } = reader
    const facts = namesAndAmount(payload, reader)
    return {
      title: isFree(payload) ? t('notices.requestDeclined', facts) : t('notices.offerDeclined', facts),
      line: '',
      path: talkOf(payload),
    }
  },
  offer_expired: (payload, reader) => {
    const { t } = reader
    const facts = namesAndAmount(payload, reader)
    return {
      title: isFree(payload) ? t('notices.requestExpired', facts) : t('notices.offerExpired', facts),
      line: t('notices.notAnsweredIn48h'),
      path: talkOf(payload),
    }
  },
  reserved_for_you: (payload, reader) => {
    const { t } = reader
    return {
      title: t('notices.reservedForYou', namesIn(payload, reader)),
      line: t('notices.agreeHow'),
      path: talkOf(payload),
    }
  },
  reservation_ended: (payload, reader) => {
    const { t } = reader
    return {
      title: t('notices.noLongerReservedForYou', namesIn(payload, reader)),
      line: '',
      path: talkOf(payload),
    }
  },
  sold_to_you: (payload, reader) => {
    const { t } = reader
    return {
      title: t('notices.soldToYou', namesIn(payload, reader)),
      line: t('notices.soldWrongly'),
      path: talkOf(payload),
    }
  },
  meetup_proposed: (payload, reader) => {
    const { t } = reader
    const { from } = namesIn(payload, reader)
    const place = textIn(payload, 'place')
    return {
      title: place ? t('notices.meetupProposedAt', { from, place }) : t('notices.meetupProposed', { from }),
      line: about(payload, reader),
      path: talkOf(payload),
    }
  },
  meetup_confirmed: (payload, reader) => {
    const { t } = reader
    const { from } = namesIn(payload, reader)
    const place = textIn(payload, 'place')
    return {
      title: place ? t('notices.meetupConfirmedAt', { from, place }) : t('notices.meetupConfirmed', { from }),
      line: about(payload, reader),
      path: talkOf(payload),
    }
  },
  meetup_soon: (payload, reader) => {
    const { t } = reader
    const { from } = namesIn(payload, reader)
    const place = textIn(payload, 'place')
    return {
      title: place ? t('notices.meetupSoonAt', { from, place }) : t('notices.meetupSoon', { from }),
      line: about(payload, reader),
      path: talkOf(payload),
    }
  },
  deal_shipped: (payload, reader) => {
    const { t } = reader
    const number = textIn(payload, 'tracking_number')
    return {
      title: t('notices.parcelOnItsWay', namesIn(payload, reader)),
      line: number && t('notices.trackingNumber', { number }),
      path: talkOf(payload),
    }
  },
  deal_receipt_due: (payload, reader) => {
    const { t } = reader
    return {
      title: t('notices.hasParcelArrived', namesIn(payload, reader)),
      line: t('notices.parcelHint'),
      path: talkOf(payload),
    }
  },
  deal_completed: (payload, reader) => {
    const { t } = reader
    return {
      title: t('notices.dealDone', namesIn(payload, reader)),
      line: t('notices.dealReview'),
      path: paths.reviews,
    }
  },
  deal_cancelled: (payload, reader) => ({ title: calledOff(payload, reader), line: '', path: talkOf(payload) }),
  deal_no_show: (payload, reader) => {
    const { t } = reader
    const facts = namesIn(payload, reader)
    return {
      title: t('notices.youMissedMeetup', facts),
      line: t('notices.youMissedMeetupHint', facts),
      path: talkOf(payload),
    }
  },
}

/** A cancelled deal: by a person, or for a reason that neither chose. */
function calledOff(payload: NotificationPayload, reader: Reader): string {
  const { t } = reader
  const facts = namesIn(payload, reader)
  const reason = textIn(payload, 'reason')
  if (reason === 'ran_out') return t('notices.reserveRanOut', facts)
  if (reason === 'ad_removed') return t('notices.dealOffAdRemoved', facts)
  if (reason === 'left') return t('notices.dealOffPersonLeft', facts)
  return t('notices.dealCalledOff', facts)
}

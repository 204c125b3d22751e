import { paths } from '../paths.ts'
import { about, moneyIn, namesIn, numberIn, textIn } from './notification-facts.ts'
import type { NotificationPayload, Sentences } from './notification-text.ts'
import { hitsIn } from './search-hit-text.ts'

const adOf = (payload: NotificationPayload) => paths.listing(textIn(payload, 'listing_id'))

/** Texts about messages, saved searches, saved ads and the user's own ads. */
export const LISTING_SENTENCES: Sentences = {
  message: (payload, reader) => {
    const { t } = reader
    const { from } = namesIn(payload, reader)
    const count = numberIn(payload, 'unread') ?? 1
    return {
      title: t('notices.messagesReceived', { count, from }),
      line: about(payload, reader),
      path: paths.conversation(textIn(payload, 'conversation_id')),
    }
  },
  saved_search_hits: (payload, reader) => {
    const { t } = reader
    const count = numberIn(payload, 'count') ?? 1
    const name = textIn(payload, 'name')
    const title = textIn(payload, 'title')
    return {
      title: t('notices.searchHits', { count, name }),
      line: count > 1 && title ? t('notices.titleAndMore', { title }) : title,
      path: count === 1 ? adOf(payload) : paths.searches,
      details: hitsIn(payload, reader),
      count,
    }
  },
  favorite_price_drop: (payload, reader) => {
    const { t } = reader
    const before = moneyIn(payload, 'previous_minor', reader)
    const { title } = namesIn(payload, reader)
    return {
      title: t('notices.priceNow', { title, amount: moneyIn(payload, 'amount_minor', reader) }),
      line: before ? t('notices.priceWas', { amount: before }) : '',
      path: adOf(payload),
    }
  },
  favorite_reserved: (payload, reader) => {
    const { t } = reader
    return {
      title: t('notices.reservedForSomeone', namesIn(payload, reader)),
      line: t('notices.notifyIfBack'),
      path: adOf(payload),
    }
  },
  favorite_sold: (payload, reader) => {
    const { t } = reader
    const facts = namesIn(payload, reader)
    return {
      title:
        textIn(payload, 'channel') === 'withdrawn' ? t('notices.noLongerForSale', facts) : t('notices.sold', facts),
      line: t('notices.similarOnPage'),
      path: adOf(payload),
    }
  },
  favorite_back: (payload, reader) => {
    const { t } = reader
    return { title: t('notices.onOfferAgain', namesIn(payload, reader)), line: '', path: adOf(payload) }
  },
  followed_seller_ad: (payload, reader) => {
    const { t } = reader
    const from = textIn(payload, 'from') || t('notices.followedSeller')
    return {
      title: t('notices.posted', { from, title: textIn(payload, 'title') }),
      line: moneyIn(payload, 'amount_minor', reader),
      path: adOf(payload),
    }
  },
  listing_ends_soon: (payload, reader) => {
    const { t } = reader
    const facts = namesIn(payload, reader)
    return {
      title:
        numberIn(payload, 'days_before') === 1 ? t('notices.endsWithinDay', facts) : t('notices.endsInWeek', facts),
      line: t('notices.extendHint'),
      path: `${paths.dashboard}?tab=listings`,
    }
  },
}

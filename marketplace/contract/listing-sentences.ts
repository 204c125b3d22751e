import { about, moneyIn, namesIn, numberIn, textIn } from './notification-facts.ts'
import type { NotificationPayload, Sentences } from './notification-text.ts'
import { paths } from './paths.ts'
import { hitsIn } from './search-hit-text.ts'

const adOf = (payload: NotificationPayload) => paths.listing(textIn(payload, 'listing_id'))

/** What is said about messages, saved searches, saved ads and one's own. */
export const LISTING_SENTENCES: Sentences = {
  message: (payload, reader) => {
    const { t } = reader
    const { from } = namesIn(payload, reader)
    const count = numberIn(payload, 'unread') ?? 1
    return {
      title: t('{count, plural, one {{from} sent you a message} other {{from} sent you # messages}}', { count, from }),
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
      title: t('{count, plural, one {A new hit for “{name}”} other {# new hits for “{name}”}}', { count, name }),
      line: count > 1 && title ? t('{title}, and more', { title }) : title,
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
      title: t('“{title}” is now {amount}', { title, amount: moneyIn(payload, 'amount_minor', reader) }),
      line: before ? t('It was {amount}.', { amount: before }) : '',
      path: adOf(payload),
    }
  },
  favorite_reserved: (payload, reader) => {
    const { t } = reader
    return {
      title: t('“{title}” is reserved for somebody', namesIn(payload, reader)),
      line: t('We tell you if it comes back.'),
      path: adOf(payload),
    }
  },
  favorite_sold: (payload, reader) => {
    const { t } = reader
    const facts = namesIn(payload, reader)
    return {
      title:
        textIn(payload, 'channel') === 'withdrawn'
          ? t('“{title}” is no longer for sale', facts)
          : t('“{title}” was sold', facts),
      line: t('Its page shows similar ads.'),
      path: adOf(payload),
    }
  },
  favorite_back: (payload, reader) => {
    const { t } = reader
    return { title: t('“{title}” is on offer again', namesIn(payload, reader)), line: '', path: adOf(payload) }
  },
  followed_seller_ad: (payload, reader) => {
    const { t } = reader
    const from = textIn(payload, 'from') || t('A seller you follow')
    return {
      title: t('{from} put up “{title}”', { from, title: textIn(payload, 'title') }),
      line: moneyIn(payload, 'amount_minor', reader),
      path: adOf(payload),
    }
  },
  listing_ends_soon: (payload, reader) => {
    const { t } = reader
    const facts = namesIn(payload, reader)
    return {
      title:
        numberIn(payload, 'days_before') === 1
          ? t('“{title}” ends within a day', facts)
          : t('“{title}” ends in a week', facts),
      line: t('Extend it with one click and it stays on offer, with everybody who saved it.'),
      path: `${paths.dashboard}?tab=listings`,
    }
  },
}

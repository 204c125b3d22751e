import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../languages.ts'
import { isKnownPath } from '../paths.ts'
import { translatorFor } from '../words/translator.ts'
import { NOTIFICATION_KINDS, notificationText } from './notifications.ts'

const english = translatorFor('en')

describe('the text of a notification', () => {
  test('says what happened, with formatted amounts, and links to it', () => {
    const drop = { listing_id: 'a1', title: 'Desk', amount_minor: 4050, previous_minor: 6000, currency: 'EUR' }
    expect(notificationText('favorite_price_drop', drop, english)).toEqual({
      title: '“Desk” is now €40.50',
      line: 'Was €60.',
      path: '/listing/a1',
    })
  })

  test("is in the reader's language, including amounts", () => {
    const drop = { listing_id: 'a1', title: 'Desk', amount_minor: 4050, previous_minor: 6000, currency: 'EUR' }
    expect(notificationText('favorite_price_drop', drop, translatorFor('de-AT'))).toEqual({
      title: '„Desk“ kostet jetzt 40,50\u00a0€',
      line: 'Vorher: 60\u00a0€.',
      path: '/listing/a1',
    })
    const waiting = { conversation_id: 'c1', from: 'Rita S.', unread: 3 }
    expect(notificationText('message', waiting, translatorFor('pt')).title).toBe('Rita S. enviou-te 3 mensagens')
  })

  test('lists the ads that a search found, and why', () => {
    const hit = {
      listing_id: 'a1',
      title: 'Teal lamp',
      kind: 'price_drop',
      amount_minor: 4000,
      previous_minor: 5000,
      place: 'Estrela',
      matched_on: ['word:lamp:title', 'price', 'attributes.colour', 'attributes.size'],
    }
    const found = { name: 'Lamps', count: 2, title: 'Teal lamp', hits: [hit, {}] }
    const text = notificationText('saved_search_hits', found, english)
    expect(text).toMatchObject({ title: '2 new results for “Lamps”', path: '/dashboard?tab=searches' })
    expect(text.details?.[0]).toEqual({
      title: 'Teal lamp, €40',
      line: 'Price drop, was €50 · Estrela · “lamp” in title; in your price range, matching details',
      path: '/listing/a1',
    })
  })

  test('counts the unread messages of a conversation', () => {
    const waiting = { conversation_id: 'c1', from: 'Rita S.', title: 'Desk', unread: 3 }
    expect(notificationText('message', waiting, english)).toEqual({
      title: 'Rita S. sent you 3 messages',
      line: 'About “Desk”',
      path: '/messages?c=c1',
    })
  })

  test.each(LANGUAGES)('shows no amount for a free item, in $name', ({ code }) => {
    const asked = { conversation_id: 'c1', from: 'Rita S.', title: 'Desk', amount_minor: 0, currency: 'EUR' }
    for (const kind of ['offer_received', 'offer_accepted', 'offer_declined', 'offer_expired']) {
      const { title, line } = notificationText(kind, asked, translatorFor(code))
      expect(title).toContain('Desk')
      expect(title + line).not.toMatch(/€|0 /)
    }
  })

  test('of an unknown kind, or a property name of Object, links to the list', () => {
    for (const kind of ['moon_landing', 'constructor']) {
      expect(notificationText(kind, {}, english)).toMatchObject({ path: '/dashboard?tab=notifications' })
    }
  })

  test.each(NOTIFICATION_KINDS)(
    'of kind %s has a text and a link in every language, with and without facts',
    (kind) => {
      const facts = { listing_id: 'x', conversation_id: 'x' }
      const more = {
        ...facts,
        title: 'Desk',
        from: 'Rita S.',
        amount_minor: 4000,
        unread: 2,
        place: 'Kiosk',
        hits: [facts],
      }
      for (const payload of [facts, more]) {
        for (const { code } of LANGUAGES) {
          const { title, line, path, details = [] } = notificationText(kind, payload, translatorFor(code))
          expect(title + line + JSON.stringify(details)).not.toMatch(/undefined|null|NaN|\{\w+\}/)
          expect(isKnownPath(path.split('?')[0] ?? '')).toBe(true)
        }
      }
    },
  )
})

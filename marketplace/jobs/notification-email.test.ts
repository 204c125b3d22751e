import { expect, test } from 'vitest'
import { LANGUAGES, varietyOf } from '../contract/languages.ts'
import { translatorFor } from '../contract/words/translator.ts'
import { type DueNotification, notificationEmail } from './notification-email.ts'

const english = translatorFor('en')
const links = {
  publicUrl: 'https://souk.test',
  unsubscribe: {
    page: 'https://souk.test/unsubscribe?token=t',
    oneClick: 'https://souk.test/functions/v1/unsubscribe?token=t',
  },
}

function due(kind: string, payload: DueNotification['payload']): DueNotification {
  return { id: kind, kind, group: 'saved', payload, created_at: '2026-11-21T10:00:00Z' }
}

const hit = (number: number) => ({
  listing_id: `ad-${number}`,
  title: `Lamp ${number}`,
  kind: 'new',
  matched_on: ['word:lamp:title'],
})

test('the email of a saved search lists ads with reasons, twenty at most', () => {
  const hits = Array.from({ length: 20 }, (_, number) => hit(number))
  const email = notificationEmail(
    'Ben',
    [due('saved_search_hits', { name: 'Lamps', count: 23, title: 'Lamp 0', hits })],
    links,
    english,
  )
  expect(email).toMatchObject({
    subject: '23 new results for “Lamps”',
    name: 'Ben',
    paragraphs: [],
    aside: 'And 3 more.',
  })
  expect(email.items).toHaveLength(20)
  expect(email.items?.[0]).toEqual({
    title: 'Lamp 0',
    line: 'Just listed · “lamp” in title',
    link: 'https://souk.test/listing/ad-0',
  })
  expect(email.action).toEqual({ label: 'See all', link: 'https://souk.test/dashboard?tab=searches' })
  expect(email.unsubscribe).toMatchObject(links.unsubscribe)
})

test('many notifications of one day become one list of at most twenty', () => {
  const many = Array.from({ length: 25 }, (_, number) =>
    due('favorite_sold', { listing_id: `ad-${number}`, title: `Lamp ${number}` }),
  )
  const email = notificationEmail('', many, links, english)
  expect(email).toMatchObject({ subject: '25 updates', name: null, aside: 'And 5 more.' })
  expect(email.items).toHaveLength(20)
  expect(email.items?.[0]).toMatchObject({ title: '“Lamp 0” was sold', link: 'https://souk.test/listing/ad-0' })
})

test('an email without notifications is rejected', () => {
  expect(() => notificationEmail('Ben', [], links, english)).toThrow(RangeError)
})

test.each(LANGUAGES)('an email in $name has its greeting, numbers and footer in that language', ({ code }) => {
  const hits = [hit(1), hit(2)]
  const email = notificationEmail(
    'Ben',
    [due('saved_search_hits', { name: 'Lamps', count: 1203, title: 'Lamp 1', hits })],
    links,
    translatorFor(code),
  )
  expect(email.language).toBe(code)
  const words = JSON.stringify(email)
  expect(words).not.toMatch(/\{\w+[,}]/)
  if (code !== 'en') expect(words).not.toMatch(/Hello|results|more\.|See all|Unsubscribe|You’re getting/)
  // The number of unlisted ads, with the language's thousands separator.
  expect(email.aside).toContain(new Intl.NumberFormat(varietyOf(code)).format(1201))
})

import { expect, test } from 'vitest'
import { ARTICLES } from '../../contract/help-articles.ts'
import { type Market, onMarket } from './database.ts'

interface Found {
  readonly id: string
  readonly score: number
}

async function ask({ visitor }: Market, q: string): Promise<Found[]> {
  const rows = await visitor.does((sql) => sql<Found[]>`select id, score from public.search_help(${q})`)
  return [...rows]
}

test('the rows are the articles of the help pages, word for word', () =>
  onMarket(async ({ visitor }) => {
    const rows = await visitor.does(
      (sql) => sql`select id, topic, question, answer, points, action from public.help_articles order by id`,
    )
    const articles = ARTICLES.map(({ id, topic, question, answer, points = [], doIt = null }) => {
      return { id, topic, question, answer, points, action: doIt }
    })
    expect([...rows]).toEqual(articles.sort((a, b) => (a.id < b.id ? -1 : 1)))
  }))

test.each([
  ['How do I create a listing?', 'create-a-listing'],
  ['How do I search for items?', 'how-search-works'],
  ['Is my transaction safe?', 'when-to-pay'],
  ['How do I manage my account?', 'change-email-or-phone'],
  ['i forgot my pasword', 'cannot-sign-in'],
  ['someone asked me to continue on whatsapp', 'five-scams'],
  ['How do I use voice features?', 'voice'],
  ['who can see my phone number', 'who-sees-what'],
  ['how long does my ad stay up', 'how-long-online'],
  ['can I send it as a parcel', 'shipping'],
  ['I want to close my account', 'delete-account'],
  // What people say instead of the words of the articles.
  ['can I have my money back', 'refunds'],
  ['I want to sign up', 'create-account'],
  ['there is an error when I register', 'sign-up-trouble'],
  ['I would like to unsubscribe from your emails', 'mails'],
  ['could I speak to a human being please', 'contact-us'],
  ['whats my parcels eta', 'where-is-my-parcel'],
  ['I want to buy something', 'how-to-buy'],
  ['what does selling here cost me', 'fees'],
  // Slips of the fingers, also in words that mean nothing.
  ['i ened assitance to udpate my profiel picture', 'profile-picture'],
  ['payemnt mehtods', 'how-to-pay'],
  ['how do I get my moeny back', 'refunds'],
])('%s is answered by %s', (q, id) =>
  onMarket(async (market) => {
    const [best] = await ask(market, q)
    expect(best?.id).toBe(id)
    expect(best?.score).toBeGreaterThan(0.35)
  }),
)

test('every article is the first that its own question finds', () =>
  onMarket(async ({ visitor }) => {
    const rows = await visitor.does(
      (sql) => sql<{ id: string; found: string | null }[]>`
        select article.id, best.id as found from public.help_articles article
        left join lateral (select found.id from public.search_help(article.question, 1) as found) as best on true`,
    )
    expect(rows.length).toBe(ARTICLES.length)
    expect(rows.filter(({ id, found }) => id !== found)).toEqual([])
  }))

test.each(['what is the capital of Mongolia', 'write me a poem on dragons', '', '???', "'); drop table x; --"])(
  'what no article is about has no good answer: %s',
  (q) =>
    onMarket(async (market) => {
      expect((await ask(market, q))[0]?.score ?? 0).toBeLessThan(0.35)
    }),
)

test('a turn is counted for the asker alone, and when none is left it says until when', () =>
  onMarket(async ({ owner }) => {
    const take = async (asker: string) => {
      const [row] = await owner<{ free_at: Date | null }[]>`select public.take_assistant_turn(${asker}, 2) as free_at`
      return row?.free_at ?? null
    }
    expect([await take('anna'), await take('anna')]).toEqual([null, null])
    expect((await take('anna'))?.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
    expect(await take('bert')).toBeNull()
    await owner`update private.assistant_turns set asked_at = asked_at - interval '61 minutes'`
    expect(await take('anna')).toBeNull()
  }))

test('only the service counts turns, and nobody writes articles', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    expect((await anna.isRefused((sql) => sql`select public.take_assistant_turn('x', 5)`)).code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`update public.help_articles set question = 'x'`)).code).toBe('42501')
    expect((await market.visitor.isRefused((sql) => sql`select * from private.assistant_turns`)).code).toBe('42501')
  }))

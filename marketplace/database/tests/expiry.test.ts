import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { JobContext } from '../../../backend/src/jobs/job.ts'
import { expireListings } from '../../jobs/expire-listings.ts'
import { remindOfExpiry } from '../../jobs/remind-of-expiry.ts'
import { type Market, onMarket } from './database.ts'

interface Sent {
  readonly to: string
  readonly subject: string
}

/** A job as the clock runs it, but inside the test's transaction and with a mailbox that may be out of order. */
function jobContext({ owner }: Market, sent: Sent[], isMailDown = false): JobContext {
  return {
    sql: owner as unknown as JobContext['sql'], // a transaction answers to the same calls
    async sendLetter(to, { subject }) {
      if (isMailDown) throw new Error('the mail server does not answer')
      sent.push({ to, subject })
    },
    publicUrl: 'https://souk.test',
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  }
}

async function endsIn({ owner }: Market, ad: string, interval: string): Promise<void> {
  await owner`update public.listings set expires_at = now() + ${interval}::interval where id = ${ad}`
}

test('an ad whose time is over becomes expired, with an event; others stay', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const over = await market.adOf(anna)
    const open = await market.adOf(anna)
    await endsIn(market, over, '-1 minute')
    await expireListings.run(jobContext(market, []))

    const states = await anna.does((sql) => sql`select id, state from public.listings where id in (${over}, ${open})`)
    expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
      [over]: 'expired',
      [open]: 'active',
    })
    const [event] = await anna.does(
      (sql) =>
        sql`select from_state, to_state from public.listing_events where listing_id = ${over} and to_state = 'expired'`,
    )
    expect(event).toEqual({ from_state: 'active', to_state: 'expired' })
  }))

test('a seller is told a week and a day before, once each, and anew after extending', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna, { title: 'Zebrawood marimba stool' })
    const sent: Sent[] = []
    const run = () => remindOfExpiry.run(jobContext(market, sent))
    const subjects = () => sent.splice(0).map(({ subject }) => subject)

    await endsIn(market, ad, '8 days')
    await run()
    expect(subjects()).toEqual([])
    await endsIn(market, ad, '6 days')
    await run()
    await run()
    expect(subjects()).toEqual(['“Zebrawood marimba stool” ends in a week'])
    await endsIn(market, ad, '20 hours')
    await run()
    await run()
    expect(sent[0]?.to).toBe(`${anna.id}@example.com`)
    expect(subjects()).toEqual(['“Zebrawood marimba stool” ends within a day'])

    await anna.does((sql) => sql`select public.extend_listing(${ad})`)
    await endsIn(market, ad, '5 days')
    await run()
    expect(subjects()).toEqual(['“Zebrawood marimba stool” ends in a week'])
  }))

test('nobody is told of drafts, sold ads and ads that are over, and demo people never', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const sold = await market.adOf(anna)
    const over = await market.adOf(anna)
    await endsIn(market, sold, '2 days')
    await endsIn(market, over, '-1 day')
    await anna.does((sql) => sql`select public.mark_listing_sold(${sold})`)
    await market.owner`update public.listings set expires_at = now() + interval '2 days' where state = 'active' and seller_id <> ${anna.id}`
    const sent: Sent[] = []
    await remindOfExpiry.run(jobContext(market, sent))
    expect(sent).toEqual([])
  }))

test('a mail that could not be sent is sent by the next run', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await endsIn(market, await market.adOf(anna), '3 days')
    const sent: Sent[] = []
    await expect(remindOfExpiry.run(jobContext(market, sent, true))).rejects.toThrow('does not answer')
    await remindOfExpiry.run(jobContext(market, sent))
    expect(sent).toHaveLength(1)
  }))

test('only the service ends ads, and nobody reads who was reminded', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    expect((await anna.isRefused((sql) => sql`select private.due_expiry_reminders(1)`)).code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`select * from private.expiry_reminders`)).code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`select public.expire_listings()`)).code).toBe('42501')
  }))

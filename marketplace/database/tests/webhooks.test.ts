import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '../../contract/webhooks.ts'
import { type Market, onMarket as onTheMarket, type Person } from './database.ts'
import { createDeal, createMarketDay, verbs } from './market-day.ts'
import { WEBHOOKS_LOCK } from './webhooks-lock.ts'

type Sql = Parameters<Parameters<Person['does']>[0]>[0]

const WHY = 'It shows something that must not be sold here.'

/** Excludes other tests with endpoints. */
const onMarket: typeof onTheMarket = (test) =>
  onTheMarket(async (market) => {
    await market.owner`select pg_advisory_xact_lock(${WEBHOOKS_LOCK})`
    await test(market)
  })

async function staff({ owner, person }: Market, role: 'moderator' | 'admin'): Promise<Person> {
  const somebody = await person(role)
  await owner`update public.profiles set role = ${role} where id = ${somebody.id}`
  return somebody
}

/** An endpoint created by an administrator. */
async function endpoint(admin: Person, events: readonly string[] = WEBHOOK_EVENTS, url = 'https://hooks.example/a') {
  const id = randomUUID()
  await admin.does((sql) => sql`select public.create_webhook(${id}, ${url}, 'Stock', ${[...events]}, 'sealed')`)
  return id
}

interface Notification {
  readonly type: string
  readonly data: Record<string, unknown>
}

/** Events recorded since the last call, oldest first. */
async function takeEvents({ owner }: Market): Promise<Notification[]> {
  const rows = await owner<Notification[]>`
    select event.type, event.data from public.webhook_deliveries delivery join public.webhook_events event on event.id = delivery.event_id
    order by delivery.id`
  await owner`delete from public.webhook_events`
  return [...rows]
}

interface Claimed {
  readonly id: string
  readonly attempts: number
  readonly webhook_id: string
  readonly event_id: string
  readonly secrets: string[]
}

const claim = ({ owner }: Market) => owner<Claimed[]>`select * from private.claim_webhooks(8)`

async function settle({ owner }: Market, { id, attempts }: Claimed, status: number | null, wait: number | null = null) {
  const isDelivered = status === 200
  await owner`select private.settle_webhook(${id}, ${attempts}::smallint, ${isDelivered}, ${status}, null, 'said', ${wait})`
  const [row] = await owner<{ state: string; wait: number }[]>`
    select state, extract(epoch from due_at - now())::float8 as wait from public.webhook_deliveries where id = ${id}`
  if (!row) throw new Error('no delivery')
  return row
}

describe('endpoints', () => {
  const actions = (id: string): readonly ((sql: Sql) => Promise<readonly unknown[]>)[] => [
    (sql) => sql`select public.create_webhook(gen_random_uuid(), 'https://hooks.example/b', '', '{}', 'sealed')`,
    (sql) => sql`select public.update_webhook(${id}, 'https://hooks.example/c', 'Other', '{listing.sold}', true)`,
    (sql) => sql`select public.rotate_webhook_secret(${id}, 'sealed anew')`,
    (sql) => sql`select public.test_webhook(${id})`,
    (sql) => sql`select public.resend_webhook((select max(id) from public.webhook_deliveries))`,
    (sql) => sql`select public.delete_webhook(${id})`,
  ]

  test('are created, changed, tested and deleted by administrators, and each action is audited', () =>
    onMarket(async (market) => {
      const admin = await staff(market, 'admin')
      const id = await endpoint(admin, ['listing.sold'])
      for (const action of actions(id)) expect(await admin.does(action)).toHaveLength(1)
      const lines = await market.owner`select action from public.audit_log where actor_id = ${admin.id} order by id`
      expect(lines.map(({ action }) => action)).toEqual(
        ['create', 'create', 'update', 'rotate', 'delete'].map((action) => `webhook.${action}`),
      )
    }))

  test('and their deliveries are hidden from all others, including moderators and administrators’ tokens', () =>
    onMarket(async (market) => {
      const admin = await staff(market, 'admin')
      const id = await endpoint(admin)
      await admin.does((sql) => sql`select public.test_webhook(${id})`)
      const seen = (sql: Sql) => sql`
        select from public.webhooks union all select from public.webhook_events union all select from public.webhook_deliveries`
      expect(await admin.does(seen)).toHaveLength(3)
      for (const other of [await staff(market, 'moderator'), await market.trusted('Ben')]) {
        expect(await other.does(seen)).toEqual([])
        for (const action of actions(id)) expect((await other.isRefused(action)).code).toBe('42501')
      }
      expect((await market.visitor.isRefused(seen)).code).toBe('42501')
      const program = { personal_token: randomUUID(), scope: 'read write' }
      const asProgram = (action: (sql: Sql) => Promise<unknown>) => (sql: Sql) =>
        sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: admin.id, role: 'authenticated', ...program })}, true)`.then(
          () => action(sql),
        )
      expect(await admin.does(asProgram(seen))).toEqual([])
      for (const action of actions(id)) expect((await admin.isRefused(asProgram(action))).code).toBe('42501')
    }))

  test('need a URL over https, or http on loopback, and existing events', () =>
    onMarket(async (market) => {
      const admin = await staff(market, 'admin')
      for (const url of [
        'http://localhost:8080/hook',
        'http://127.0.0.1/',
        'https://[2606:2800::1]/',
        'HTTPS://a.example',
      ])
        await endpoint(admin, [], url)
      for (const url of [
        'http://a.example/',
        'ftp://a.example',
        'https://me:pass@a.example/',
        'https://',
        'http://localhost.a.example/',
      ])
        expect(
          await admin.isRefused((sql) => sql`select public.create_webhook(gen_random_uuid(), ${url}, '', '{}', 'x')`),
        ).toMatchObject({ code: 'SK856' })
      const unknown = (sql: Sql) =>
        sql`select public.create_webhook(gen_random_uuid(), 'https://a.example', '', '{listing.burnt}', 'x')`
      expect((await admin.isRefused(unknown)).code).toBe('SK857')
    }))

  test('can subscribe to exactly the events of the contract', () =>
    onMarket(async ({ owner }) => {
      const [row] = await owner<{ types: string[] }[]>`select private.webhook_event_types() as types`
      expect(row?.types).toEqual([...WEBHOOK_EVENTS])
    }))
})

describe('an event', () => {
  test('is recorded for every subscribed endpoint, and not at all without any', () =>
    onMarket(async (market) => {
      const admin = await staff(market, 'admin')
      const anna = await market.trusted('Anna')
      const one = await endpoint(admin, ['listing.published'])
      const off = await endpoint(admin, ['listing.published', 'listing.sold'])
      await admin.does(
        (sql) => sql`select public.update_webhook(${off}, 'https://hooks.example/a', '', '{listing.sold}', false)`,
      )
      const ad = await market.adOf(anna)
      await anna.does((sql) => sql`select public.mark_listing_sold(${ad})`)
      const events = await market.owner`select type from public.webhook_events`
      expect(events).toEqual([{ type: 'listing.published' }])
      expect(await market.owner`select webhook_id from public.webhook_deliveries`).toEqual([{ webhook_id: one }])
    }))

  test('of an ad has its public data, or only its id when hidden', () =>
    onMarket(async (market) => {
      await endpoint(await staff(market, 'admin'))
      const anna = await market.trusted('Anna')
      await takeEvents(market)
      const ad = await market.adOf(anna)
      const verb = (name: string) => anna.does((sql) => sql`select ${sql.unsafe(`public.${name}`)}(${ad})`)
      await anna.does((sql) => sql`update public.listings set price_minor = 9000 where id = ${ad}`)
      for (const action of ['reserve', 'unreserve', 'pause', 'resume']) await verb(`${action}_listing`)
      await market.owner`update public.listings set state = 'expired', expires_at = now() where id = ${ad}`
      await verb('relist_listing')
      await verb('mark_listing_sold')
      await verb('delete_listing')
      const all = await takeEvents(market)
      expect(all.map(({ type, data }) => [type, data.state])).toEqual([
        ['listing.published', 'active'],
        ['listing.updated', 'active'],
        ['listing.reserved', 'reserved'],
        ['listing.updated', 'active'],
        ['listing.hidden', 'paused'],
        ['listing.published', 'active'],
        ['listing.expired', 'expired'],
        ['listing.published', 'active'],
        ['listing.sold', 'sold'],
        ['listing.deleted', 'deleted'],
      ])
      expect(all[1]?.data).toMatchObject({
        listing_id: ad,
        seller_id: anna.id,
        price_minor: 9000,
        category: 'armchairs',
      })
      expect(Object.keys(all[4]?.data ?? {}).sort()).toEqual(['ad_no', 'listing_id', 'seller_id', 'state'])
    }))

  test('between people has ids only: no text, amounts or reporter', () =>
    onMarket(async (market) => {
      await endpoint(await staff(market, 'admin'))
      const { anna, ben, cleo, dora, ad } = await createMarketDay(market)
      await takeEvents(market)
      const talk = await market.talkAbout(ad, cleo)
      await verbs.withdraws(ben, (await verbs.offers(ben, ad, 8000)).id)
      await verbs.declines(anna, (await verbs.offers(cleo, ad, 9000)).id)
      const deal = await verbs.accepts(anna, (await verbs.offers(ben, ad, 10_000)).id)
      await verbs.cancels(anna, deal.id)
      const reported = (sql: Sql) => sql`select public.report_something('listing', ${ad}, 'scam', 'They want a fee')`
      await dora.does(reported)
      const moderator = await staff(market, 'moderator')
      const [report] = await market.owner<
        { id: string }[]
      >`select id from public.reports where reporter_id = ${dora.id}`
      await moderator.does(
        (sql) => sql`select public.decide('listing', ${ad}, 'hide', ${WHY}, ${report?.id ?? ''}, 'scam')`,
      )
      await market.owner`
        select public.file_ticket(gen_random_uuid(), gen_random_uuid(), ${dora.id}, 'Dora Silva', 'dora@example.com', 'account', '{}',
          'Please help me, it is urgent', '[]', '[]')`
      const all = await takeEvents(market)
      expect(new Set(all.map(({ type }) => type))).toEqual(
        new Set([
          'conversation.started',
          'message.created',
          'offer.made',
          'offer.withdrawn',
          'offer.declined',
          'offer.accepted',
          'deal.agreed',
          'deal.cancelled',
          'listing.reserved',
          'listing.updated',
          'listing.hidden',
          'report.made',
          'report.decided',
          'ticket.opened',
          'user.created',
        ]),
      )
      const between = JSON.stringify(all.filter(({ type }) => !type.startsWith('listing.')))
      // No values that could be part of an id.
      for (const secret of ['still there', 'amount', 'They want', 'Dora', 'dora@', dora.id, 'help me', WHY])
        expect(between).not.toContain(secret)
      expect(all.find(({ type }) => type === 'message.created')?.data).toEqual({
        message_id: expect.any(String),
        conversation_id: talk,
        sender_id: cleo.id,
        kind: 'text',
      })
    }))

  test('is also sent at the end of a deal and of an account', () =>
    onMarket(async (market) => {
      await endpoint(await staff(market, 'admin'))
      const { anna, ben, deal } = await createDeal(market)
      await takeEvents(market)
      await verbs.hasIt(ben, deal.id)
      for (const person of [anna, ben]) await person.does((sql) => sql`select public.write_review(${deal.id}, 5)`)
      const types = async () => (await takeEvents(market)).map(({ type }) => type)
      expect(await types()).toEqual(
        expect.arrayContaining(['deal.completed', 'listing.sold', 'review.published', 'review.published']),
      )
      const cleo = await market.trusted('Cleo')
      await market.owner`delete from auth.users where id = ${cleo.id}`
      expect(await types()).toEqual(['user.created', 'user.deleted'])
    }))
})

describe('a delivery', () => {
  async function oneWaiting(market: Market) {
    const admin = await staff(market, 'admin')
    const id = await endpoint(admin)
    await takeEvents(market)
    await admin.does((sql) => sql`select public.test_webhook(${id})`)
    const [first] = await claim(market)
    if (!first) throw new Error('nothing was due')
    return { admin, id, first }
  }

  test('is leased for a minute, claimed by nobody else meanwhile, and due again without a result', () =>
    onMarket(async (market) => {
      const { first } = await oneWaiting(market)
      expect(await claim(market)).toEqual([])
      await market.owner`update public.webhook_deliveries set due_at = due_at - interval '1 minute'`
      const [second] = await claim(market)
      expect([second?.id, second?.event_id, second?.attempts]).toEqual([first.id, first.event_id, 2])
      // The first process returns late: the later attempt counts.
      expect(await settle(market, first, 500)).toMatchObject({ state: 'pending' })
      expect(await settle(market, second ?? first, 200)).toMatchObject({ state: 'delivered' })
    }))

  test('is tried ten times over three days with growing pauses, or as long as the endpoint asks', () =>
    onMarket(async (market) => {
      const { first } = await oneWaiting(market)
      const hour = 3600
      const pauses = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
      let tried: Claimed = first
      for (const pause of pauses) {
        const { state, wait } = await settle(market, tried, 500)
        expect(state).toBe('pending')
        expect(wait).toBeGreaterThanOrEqual(pause)
        expect(wait).toBeLessThanOrEqual(pause * 1.2)
        await market.owner`update public.webhook_deliveries set due_at = now()`
        tried = (await claim(market))[0] ?? tried
      }
      expect(await settle(market, tried, 500)).toMatchObject({ state: 'failed' })
      expect(await claim(market)).toEqual([])
      await market.owner`update public.webhook_deliveries set state = 'pending', attempts = 0, due_at = now()`
      const [again] = await claim(market)
      const { wait } = await settle(market, again ?? tried, 503, 900)
      expect(Math.round(wait)).toBe(900)
    }))

  test('can be sent again, with the same id', () =>
    onMarket(async (market) => {
      const { admin, first } = await oneWaiting(market)
      await settle(market, first, 200)
      await admin.does((sql) => sql`select public.resend_webhook(${first.id})`)
      expect(await claim(market)).toMatchObject([{ id: first.id, event_id: first.event_id, attempts: 1 }])
    }))

  test('that fails for five days disables its endpoint, as does a 410 immediately, and administrators are notified', () =>
    onMarket(async (market) => {
      const { admin, id, first } = await oneWaiting(market)
      const isOn = async () => {
        const [row] = await market.owner`select enabled, disabled_reason from public.webhooks where id = ${id}`
        return row
      }
      const again = async () => {
        await admin.does((sql) => sql`select public.resend_webhook(${first.id})`)
        return (await claim(market))[0] ?? first
      }
      const switchOn = () =>
        admin.does((sql) => sql`select public.update_webhook(${id}, 'https://hooks.example/a', '', '{}', true)`)

      await settle(market, first, 500)
      await market.owner`update public.webhooks set failing_since = now() - interval '4 days'`
      await settle(market, await again(), null)
      expect(await isOn()).toEqual({ enabled: true, disabled_reason: null })
      await market.owner`update public.webhooks set failing_since = now() - interval '5 days 1 minute'`
      await settle(market, await again(), 500)
      expect(await isOn()).toEqual({ enabled: false, disabled_reason: 'failing' })
      expect((await admin.isRefused((sql) => sql`select public.test_webhook(${id})`)).code).toBe('SK854')
      await switchOn()
      await settle(market, await again(), 410)
      expect(await isOn()).toEqual({ enabled: false, disabled_reason: 'gone' })
      const notices = await market.owner`
        select payload from public.notifications where kind = 'webhook_disabled' and user_id = ${admin.id} order by payload ->> 'reason'`
      const about = { webhook_id: id, host: 'hooks.example' }
      expect(notices).toEqual([{ payload: { ...about, reason: 'failing' } }, { payload: { ...about, reason: 'gone' } }])
      // Pending events are delivered once it is enabled again, and a success resets the failure count.
      await switchOn()
      await settle(market, await again(), 200)
      expect(await market.owner`select failing_since from public.webhooks where id = ${id}`).toEqual([
        { failing_since: null },
      ])
    }))

  test('is signed with the previous secret for one day, and never with older ones', () =>
    onMarket(async (market) => {
      const { admin, id, first } = await oneWaiting(market)
      const secretsNow = async () => {
        await admin.does((sql) => sql`select public.resend_webhook(${first.id})`)
        return (await claim(market))[0]?.secrets
      }
      expect(first.secrets).toEqual(['sealed'])
      await admin.does((sql) => sql`select public.rotate_webhook_secret(${id}, 'second')`)
      expect(await secretsNow()).toEqual(['second', 'sealed'])
      await admin.does((sql) => sql`select public.rotate_webhook_secret(${id}, 'third')`)
      expect(await secretsNow()).toEqual(['third', 'second'])
      await market.owner`update private.webhook_secrets set expires_at = now() where expires_at is not null`
      expect(await secretsNow()).toEqual(['third'])
    }))

  test('is deleted after thirty days', () =>
    onMarket(async (market) => {
      await oneWaiting(market)
      await market.owner`update public.webhook_events set at = now() - interval '29 days'`
      await market.owner`select private.forget_webhooks()`
      expect(await market.owner`select from public.webhook_deliveries`).toHaveLength(1)
      await market.owner`update public.webhook_events set at = now() - interval '30 days 1 minute'`
      await market.owner`select private.forget_webhooks()`
      expect(await market.owner`select from public.webhook_deliveries`).toHaveLength(0)
    }))
})

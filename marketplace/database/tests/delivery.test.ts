import { randomUUID } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { JobContext } from 'souk-backend/jobs'
import { expect, test } from 'vitest'
import { deliverNotifications } from '../../jobs/deliver-notifications.ts'
import type { PushDevice, PushMessage } from '../../jobs/push-sender.ts'
import { type Market, onMarket, Person } from './database.ts'
import { jobContext, runForget } from './job-context.ts'

type EmailContent = Parameters<JobContext['sendEmail']>[1]

const KEY = new Uint8Array(32).fill(7)

/** Runs the scheduled job inside the test's transaction, with a mail server and push services that can fail. */
class Post {
  readonly emails: { to: string; email: EmailContent }[] = []
  readonly pushes: { device: PushDevice; message: PushMessage }[] = []
  isDown = false
  goneEndpoints: string[] = []
  readonly #market: Market

  constructor(market: Market) {
    this.#market = market
  }

  async run(): Promise<void> {
    const job = deliverNotifications({
      unsubscribeKey: KEY,
      push: {
        send: async (device, message) => {
          if (this.goneEndpoints.includes(device.endpoint)) return 'gone'
          if (this.isDown) throw new Error('the push service does not answer')
          this.pushes.push({ device, message })
          return 'sent'
        },
      },
    })
    await job.run(
      jobContext(this.#market, async (to, email) => {
        if (this.isDown) throw new Error('the mail server does not answer')
        this.emails.push({ to, email })
      }),
    )
  }

  /** Subjects sent since the last call. */
  subjects(): string[] {
    return this.emails.splice(0).map(({ email }) => email.subject)
  }
}

function tell({ owner }: Market, person: Person, key: string, kind = 'favorite_sold') {
  const payload = owner.json({ listing_id: randomUUID(), title: `Lamp ${key}` })
  return owner`select private.notify(${person.id}, ${kind}, ${payload}, ${key})`
}

async function mailOf({ owner }: Market, person: Person) {
  const rows = await owner`
    select email_state as state, email_attempts as attempts, extract(epoch from email_due_at - now())::integer as due_in
    from public.notifications where user_id = ${person.id} order by created_at, dedupe`
  return rows.map((row) => ({ ...row }))
}

/** Lets time pass: moves all of this person's events back. */
function later({ owner }: Market, person: Person, interval: string) {
  return owner`
    update public.notifications set created_at = created_at - ${interval}::interval, email_due_at = email_due_at - ${interval}::interval,
      email_sent_at = email_sent_at - ${interval}::interval, push_due_at = push_due_at - ${interval}::interval
    where user_id = ${person.id}`
}

test('a single notification has a separate email, several share one, and each is sent once', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const post = new Post(market)
    await tell(market, anna, 'A')
    await post.run()
    await post.run()
    expect(post.emails).toHaveLength(1)
    expect(post.emails[0]).toMatchObject({
      to: `${anna.id}@example.com`,
      email: { subject: '“Lamp A” was sold', name: 'Anna', action: { label: 'Open' } },
    })
    post.emails.length = 0

    for (const key of ['B', 'C']) await tell(market, anna, key)
    await post.run()
    expect(post.emails).toHaveLength(1)
    const [mail] = post.emails
    expect(mail?.email.subject).toBe('2 updates')
    expect(mail?.email.items?.map(({ title }) => title).sort()).toEqual(['“Lamp B” was sold', '“Lamp C” was sold'])
    expect(mail?.email.items?.[0]?.link).toMatch(/^https:\/\/souk\.test\/listing\//)
  }))

test('emails and push messages are in the profile’s language', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const post = new Post(market)
    await market.owner`update public.profiles set locale = 'de-AT' where id = ${anna.id}`
    await anna.does(
      (sql) =>
        sql`select public.save_push_subscription('https://push.example.com/a', ${'p'.repeat(87)}, ${'a'.repeat(22)})`,
    )
    await anna.does(
      (sql) =>
        sql`insert into public.notification_preferences (group_name, in_app, mail, push) values ('saved', true, true, true)`,
    )
    await tell(market, anna, 'A')
    await later(market, anna, '1 hour')
    await post.run()
    expect(post.emails[0]?.email).toMatchObject({
      language: 'de',
      greeting: 'Hallo Anna,',
      subject: '„Lamp A“ wurde verkauft',
      action: { label: 'Öffnen' },
    })
    expect(post.pushes[0]?.message).toMatchObject({
      title: '„Lamp A“ wurde verkauft',
      body: 'Sieh dir ähnliche Anzeigen an.',
    })
  }))

test('a failed email is retried with growing pauses, and finally given up', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const post = new Post(market)
    await tell(market, anna, 'A')
    post.isDown = true
    await post.run()
    expect(await mailOf(market, anna)).toEqual([{ state: 'due', attempts: 1, due_in: 120 }])
    await post.run()
    expect(await mailOf(market, anna)).toEqual([{ state: 'due', attempts: 1, due_in: 120 }])
    await later(market, anna, '2 minutes')
    await post.run()
    expect(await mailOf(market, anna)).toMatchObject([{ state: 'due', attempts: 2, due_in: 240 }])

    post.isDown = false
    await later(market, anna, '4 minutes')
    await post.run()
    expect(post.subjects()).toEqual(['“Lamp A” was sold'])
    expect(await mailOf(market, anna)).toMatchObject([{ state: 'sent' }])

    await tell(market, anna, 'B')
    post.isDown = true
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await later(market, anna, '2 hours')
      await post.run()
    }
    expect((await mailOf(market, anna))[1]).toMatchObject({ state: 'failed', attempts: 8 })
  }))

test('what a killed process was sending is due again after two minutes, neither lost nor earlier', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const post = new Post(market)
    await tell(market, anna, 'A')
    // The process claimed the email, and was killed before recording the result.
    expect(await market.owner`select * from private.claim_due_emails(10)`).toHaveLength(1)
    await post.run()
    expect(post.subjects()).toEqual([])
    await later(market, anna, '2 minutes')
    await post.run()
    await post.run()
    expect(post.subjects()).toEqual(['“Lamp A” was sold'])
  }))

test('nothing is sent that was read, is unwanted, or has no recipient', () =>
  onMarket(async (market) => {
    const [anna, ben, carla] = [await market.person('Anna'), await market.person('Ben'), await market.person('Carla')]
    const post = new Post(market)
    for (const person of [anna, ben, carla]) await tell(market, person, 'A')
    await anna.does((sql) => sql`select public.mark_notifications_read()`)
    await ben.does(
      (sql) =>
        sql`insert into public.notification_preferences (group_name, in_app, mail, push) values ('saved', true, false, true)`,
    )
    await market.owner`update auth.users set email_confirmed_at = null where id = ${carla.id}`
    await post.run()
    expect(post.subjects()).toEqual([])
    for (const person of [anna, ben, carla]) expect(await mailOf(market, person)).toMatchObject([{ state: 'skipped' }])
  }))

test('emails and push messages wait until quiet hours are over', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const post = new Post(market)
    await anna.does(
      (sql) => sql`insert into public.notification_settings (quiet_from, quiet_until, time_zone)
        values ((now() at time zone 'utc' - interval '1 hour')::time, (now() at time zone 'utc' + interval '1 hour')::time, 'UTC')`,
    )
    await anna.does(
      (sql) =>
        sql`select public.save_push_subscription('https://push.example.com/a', ${'p'.repeat(87)}, ${'a'.repeat(22)})`,
    )
    await tell(market, anna, 'A')
    await post.run()
    expect([post.subjects(), post.pushes]).toEqual([[], []])
    await anna.does((sql) => sql`update public.notification_settings set quiet_from = null, quiet_until = null`)
    await post.run()
    expect(post.subjects()).toEqual(['“Lamp A” was sold'])
    expect(post.pushes).toHaveLength(1)
  }))

test('messages are emailed only if unread for ten minutes, once per thread and quarter of an hour', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    const post = new Post(market)
    const talk = await market.talkAbout(await market.adOf(anna), ben)
    const says = (body: string) =>
      ben.does(
        (sql) =>
          sql`insert into public.messages (conversation_id, body, client_id) values (${talk}, ${body}, ${randomUUID()})`,
      )
    await later(market, anna, '9 minutes')
    await post.run()
    expect(post.subjects()).toEqual([])
    await says('I could come today.')
    await later(market, anna, '1 minute')
    await post.run()
    expect(post.subjects()).toEqual(['Ben S. sent you 2 messages'])

    await says('Hello?')
    await later(market, anna, '14 minutes')
    await post.run()
    expect(post.subjects()).toEqual([])
    await later(market, anna, '1 minute')
    await post.run()
    expect(post.subjects()).toEqual(['Ben S. sent you 3 messages'])

    await says('Never mind.')
    await anna.does((sql) => sql`select public.mark_conversation_read(${talk})`)
    await later(market, anna, '1 hour')
    await post.run()
    expect(post.subjects()).toEqual([])
  }))

test('a message during the delivery of its thread’s email is sent in a later one', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    await tell(market, anna, 'talk', 'message')
    await later(market, anna, '10 minutes')
    const [claimed] = await market.owner`select notifications from private.claim_due_emails(10)`
    await tell(market, anna, 'talk', 'message')
    const told = market.owner.json(claimed?.notifications)
    await market.owner`select private.settle_emails(${told}, true)`
    expect(await mailOf(market, anna)).toMatchObject([{ state: 'due', due_in: 15 * 60 }])
  }))

test('push messages go to every device, and expired devices are deleted', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const post = new Post(market)
    for (const name of ['phone', 'desk', 'old']) {
      await anna.does(
        (sql) =>
          sql`select public.save_push_subscription(${`https://push.example.com/${name}`}, ${'p'.repeat(87)}, ${'a'.repeat(22)})`,
      )
    }
    post.goneEndpoints = ['https://push.example.com/old']
    await tell(market, anna, 'A')
    await post.run()
    await post.run()
    expect(post.pushes.map(({ device }) => device.endpoint.split('/').at(-1)).sort()).toEqual(['desk', 'phone'])
    expect(post.pushes[0]?.message).toMatchObject({ title: '“Lamp A” was sold', unread: 1 })
    const endpoints = await anna.does((sql) => sql`select endpoint from public.push_subscriptions`)
    expect(endpoints).toHaveLength(2)
  }))

test('people see and delete their own devices only; a browser belongs to its last user', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    const saves = (person: Person, endpoint: string) =>
      person.does(
        (sql) =>
          sql`select public.save_push_subscription(${endpoint}, ${'p'.repeat(87)}, ${'a'.repeat(22)}, 'Firefox on Linux')`,
      )
    const devices = (person: Person) => person.does((sql) => sql`select endpoint from public.push_subscriptions`)
    await saves(anna, 'https://push.example.com/shared')
    expect(await devices(anna)).toHaveLength(1)
    expect(await devices(ben)).toEqual([])
    await ben.does((sql) => sql`delete from public.push_subscriptions`)
    expect(await devices(anna)).toHaveLength(1)
    await saves(ben, 'https://push.example.com/shared')
    expect([await devices(anna), (await devices(ben)).length]).toEqual([[], 1])
    for (let device = 0; device < 12; device += 1) await saves(anna, `https://push.example.com/${device}`)
    expect(await devices(anna)).toHaveLength(10)

    expect((await anna.isRefused((sql) => sql`select auth from public.push_subscriptions`)).code).toBe('42501')
    expect(
      (await anna.isRefused((sql) => sql`select public.save_push_subscription('http://10.0.0.1/', 'x', 'y')`)).code,
    ).toBe('23514')
    expect((await market.visitor.isRefused((sql) => sql`select * from public.push_subscriptions`)).code).toBe('42501')
  }))

test('the unsubscribe link is signed for its recipient and covers that group only', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const post = new Post(market)
    await tell(market, anna, 'A')
    await post.run()
    const link = new URL(post.emails[0]?.email.unsubscribe?.oneClick ?? '')
    expect(link.pathname).toBe('/functions/v1/unsubscribe')
    const { payload } = await jwtVerify(link.searchParams.get('token') ?? '', KEY, { audience: 'unsubscribe' })
    expect(payload).toMatchObject({ sub: anna.id, about: ['saved'] })

    const service = new Person(market.owner, 'service_role', anna.id)
    const ends = (what: string) => service.does((sql) => sql`select public.unsubscribe(${anna.id}, ${what}) as about`)
    expect(await ends('saved')).toEqual([{ about: 'saved' }])
    expect(await ends('moon')).toEqual([{ about: null }])
    expect(
      await anna.does((sql) => sql`select group_name, in_app, mail, push from public.notification_preferences`),
    ).toEqual([{ group_name: 'saved', in_app: true, mail: false, push: true }])
    expect((await anna.isRefused((sql) => sql`select public.unsubscribe(${anna.id}, 'saved')`)).code).toBe('42501')
    expect((await market.visitor.isRefused((sql) => sql`select public.unsubscribe(${anna.id}, 'saved')`)).code).toBe(
      '42501',
    )
  }))

test('notifications older than 90 days are deleted', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    for (const key of ['A', 'B']) await tell(market, anna, key)
    await market.owner`update public.notifications set created_at = now() - interval '91 days' where dedupe = 'A' and user_id = ${anna.id}`
    await runForget(market, 'notifications')
    expect(await mailOf(market, anna)).toHaveLength(1)
  }))

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { NOTIFICATION_KINDS, notificationText } from '../../contract/notifications/notifications.ts'
import { translatorFor } from '../../contract/words/translator.ts'
import { type Market, onMarket, type Person } from './database.ts'

interface Notification {
  readonly id: string
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly dedupe: string | null
  readonly in_app: boolean
  readonly read_at: Date | null
  readonly email_state: string
  readonly mail_due_in: number
  readonly push_state: string
}

async function notificationsOf({ owner }: Market, person: Person): Promise<Notification[]> {
  return owner<Notification[]>`
    select *, extract(epoch from email_due_at - now())::float8 as mail_due_in
    from public.notifications where user_id = ${person.id} order by dedupe`
}

function notify({ owner }: Market, person: Person, kind = 'favorite_sold', dedupe: string | null = null) {
  const payload = owner.json({ listing_id: randomUUID(), title: 'Brass desk lamp' })
  return owner`select private.notify(${person.id}, ${kind}, ${payload}, ${dedupe})`
}

/** The counts broadcast to a person's windows by one kind of event, sorted: events of a transaction share a timestamp. */
async function broadcastsTo({ owner }: Market, person: Person, event: string): Promise<number[]> {
  const rows = await owner<{ payload: { unread: number } }[]>`
    select payload from realtime.messages where topic = ${`user:${person.id}`} and event = ${event}`
  return rows.map(({ payload }) => payload.unread).sort((a, b) => a - b)
}

test('every kind of notification in the database has a text, and vice versa', () =>
  onMarket(async ({ owner }) => {
    const kinds = await owner<{ kind: string }[]>`select kind from public.notification_kinds`
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([...NOTIFICATION_KINDS].sort())
    for (const kind of NOTIFICATION_KINDS)
      expect(notificationText(kind, { title: 'Lamp' }, translatorFor('en')).title).toMatch(/\w/)
  }))

test('a notification can be read by its recipient only, and written by nobody', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    await notify(market, anna)
    const reads = (person: Person) =>
      person.does((sql) => sql`select id, kind, payload, in_app, created_at, read_at from public.notifications`)

    expect(await reads(anna)).toMatchObject([
      { kind: 'favorite_sold', payload: { title: 'Brass desk lamp' }, in_app: true },
    ])
    expect(await reads(ben)).toEqual([])
    expect(await market.visitor.isRefused((sql) => sql`select id from public.notifications`)).toMatchObject({
      code: '42501',
    })
    expect(await anna.isRefused((sql) => sql`select email_state from public.notifications`)).toMatchObject({
      code: '42501',
    })
    expect(await anna.isRefused((sql) => sql`update public.notifications set read_at = now()`)).toMatchObject({
      code: '42501',
    })
    expect(await anna.isRefused((sql) => sql`delete from public.notifications`)).toMatchObject({ code: '42501' })
    expect(await ben.isRefused((sql) => sql`select private.notify(${anna.id}, 'favorite_sold', '{}')`)).toMatchObject({
      code: '42501',
    })
  }))

test('a dedupe key notifies once, unknown kinds are refused, and deleted users get nothing', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    await notify(market, anna, 'favorite_sold', 'chair')
    await notify(market, anna, 'favorite_sold', 'chair')
    await notify(market, anna, 'favorite_sold', 'lamp')
    expect((await notificationsOf(market, anna)).map(({ dedupe }) => dedupe)).toEqual(['chair', 'lamp'])
    expect(await broadcastsTo(market, anna, 'notification')).toEqual([1, 2])

    await market.owner`select private.notify(${randomUUID()}, 'favorite_sold', '{}')`
    await expect(
      market.owner.savepoint((sql) => sql`select private.notify(${anna.id}, 'moon_landing', '{}')`),
    ).rejects.toThrow('"moon_landing" is no kind of notification.')
  }))

test('people mark their own notifications as read, one or all, and their other windows are updated', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    for (const key of ['a', 'b', 'c']) await notify(market, anna, 'favorite_sold', key)
    const [first] = await notificationsOf(market, anna)
    const unread = (person: Person) => person.does((sql) => sql`select public.unread_notifications() as count`)
    const isRead = async () => (await notificationsOf(market, anna)).map(({ read_at }) => read_at !== null)

    await ben.does((sql) => sql`select public.mark_notifications_read(array[${first?.id ?? ''}::uuid])`)
    await ben.does((sql) => sql`select public.mark_notifications_read()`)
    expect(await isRead()).toEqual([false, false, false])
    expect(
      await anna.does((sql) => sql`select public.mark_notifications_read(array[${first?.id ?? ''}::uuid]) as left`),
    ).toEqual([{ left: 2 }])
    expect((await isRead()).filter(Boolean)).toHaveLength(1)
    expect(await unread(anna)).toEqual([{ count: 2 }])
    await anna.does((sql) => sql`select public.mark_notifications_read()`)
    expect(await unread(anna)).toEqual([{ count: 0 }])
    expect(await broadcastsTo(market, anna, 'notifications_read')).toEqual([0, 2])
    expect(await market.visitor.isRefused((sql) => sql`select public.mark_notifications_read()`)).toMatchObject({
      code: '42501',
    })
  }))

test('preferences are private, and decide the channels of later notifications', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    await notify(market, anna, 'favorite_sold', 'a, before')
    await anna.does(
      (sql) =>
        sql`insert into public.notification_preferences (group_name, in_app, mail, push) values ('saved', false, false, false)`,
    )
    await notify(market, anna, 'favorite_sold', 'b, after')
    await notify(market, ben, 'favorite_sold', 'b, after')
    const channels = async (person: Person) =>
      (await notificationsOf(market, person)).map(({ in_app, email_state, push_state }) => [
        in_app,
        email_state,
        push_state,
      ])
    expect(await channels(anna)).toEqual([
      [true, 'due', 'due'],
      [false, 'none', 'none'],
    ])
    expect(await channels(ben)).toEqual([[true, 'due', 'due']])

    expect(await ben.does((sql) => sql`select * from public.notification_preferences`)).toEqual([])
    expect(
      await ben.isRefused(
        (sql) => sql`insert into public.notification_preferences (user_id, group_name, in_app, mail, push)
          values (${anna.id}, 'deals', true, true, true)`,
      ),
    ).toMatchObject({ code: '42501' })
    await ben.does((sql) => sql`update public.notification_preferences set mail = true`)
    await ben.does((sql) => sql`delete from public.notification_preferences`)
    expect(await anna.does((sql) => sql`select mail from public.notification_preferences`)).toEqual([{ mail: false }])
    expect(await market.visitor.isRefused((sql) => sql`select * from public.notification_preferences`)).toMatchObject({
      code: '42501',
    })
  }))

test('quiet hours and digest are private, and the time zone must exist', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    await anna.does(
      (sql) =>
        sql`insert into public.notification_settings (quiet_from, quiet_until, time_zone) values ('22:00', '07:00', 'Europe/Lisbon')`,
    )
    const quiet = async (moment: string) =>
      (await market.owner`select private.is_quiet_time(${anna.id}, ${moment}) as quiet`)[0]?.quiet
    // Lisbon is on UTC in winter, and an hour ahead in summer.
    expect(await quiet('2026-12-01T23:00:00Z')).toBe(true)
    expect(await quiet('2026-12-02T06:59:00Z')).toBe(true)
    expect(await quiet('2026-12-02T07:00:00Z')).toBe(false)
    expect(await quiet('2026-07-02T21:30:00Z')).toBe(true)
    expect(await quiet('2026-07-02T06:30:00Z')).toBe(false)

    expect(await ben.does((sql) => sql`select * from public.notification_settings`)).toEqual([])
    await ben.does((sql) => sql`update public.notification_settings set digest = 'daily'`)
    expect(await anna.does((sql) => sql`select digest from public.notification_settings`)).toEqual([{ digest: 'off' }])
    expect(
      await anna.isRefused((sql) => sql`update public.notification_settings set time_zone = 'Atlantis/Capital'`),
    ).toMatchObject({ code: 'SK405', message: 'We don’t know the time zone “Atlantis/Capital”.' })
    expect(await anna.isRefused((sql) => sql`update public.notification_settings set quiet_from = null`)).toMatchObject(
      { code: '23514' },
    )
  }))

test('with a daily digest an email waits for its hour in the user’s time zone', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    await anna.does(
      (sql) =>
        sql`insert into public.notification_settings (digest, digest_at, time_zone) values ('daily', '18:00', 'Europe/Lisbon')`,
    )
    const leaves = async (moment: string) =>
      (await market.owner<{ at: Date }[]>`select private.email_time(${anna.id}, ${moment}) as at`)[0]?.at.toISOString()
    expect(await leaves('2026-12-01T10:00:00Z')).toBe('2026-12-01T18:00:00.000Z')
    expect(await leaves('2026-12-01T18:30:00Z')).toBe('2026-12-02T18:00:00.000Z')
    expect(await leaves('2026-07-01T17:30:00Z')).toBe('2026-07-02T17:00:00.000Z')
  }))

test('a conversation’s messages share one notification, emailed after ten minutes unless read', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    const talk = await market.talkAbout(await market.adOf(anna), ben)
    const says = (body: string) =>
      ben.does(
        (sql) =>
          sql`insert into public.messages (conversation_id, body, client_id) values (${talk}, ${body}, ${randomUUID()})`,
      )
    await says('I could come today.')
    const mine = async () => (await notificationsOf(market, anna)).filter(({ kind }) => kind === 'message')
    const [told, ...more] = await mine()
    expect(more).toEqual([])
    expect(told).toMatchObject({ dedupe: talk, in_app: false, email_state: 'due', push_state: 'due', read_at: null })
    expect(told?.payload).toMatchObject({ conversation_id: talk, from: 'Ben S.', unread: 2 })
    expect(told?.mail_due_in).toBeCloseTo(600, 0)
    expect((await notificationsOf(market, ben)).filter(({ kind }) => kind === 'message')).toEqual([])

    await anna.does((sql) => sql`select public.mark_conversation_read(${talk})`)
    expect((await mine())[0]?.read_at).not.toBeNull()

    // An email was sent two minutes ago: the thread's next one waits until 15 minutes have passed.
    await market.owner`update public.notifications set email_state = 'sent', email_sent_at = now() - interval '2 minutes' where kind = 'message'`
    await says('Are you there?')
    const [again] = await mine()
    expect(again).toMatchObject({ read_at: null, email_state: 'due' })
    expect(again?.mail_due_in).toBeCloseTo(13 * 60, 0)
  }))

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

async function startConversation(market: Market) {
  const anna = await market.trusted('Anna')
  const ben = await market.trusted('Ben')
  const cleo = await market.person('Cleo')
  const ad = await market.adOf(anna)
  const talk = await market.talkAbout(ad, ben)
  return { anna, ben, cleo, ad, talk }
}

const sendMessage = (person: Person, talk: string, body: string) =>
  person.does(
    (sql) =>
      sql<{ id: string }[]>`insert into public.messages (conversation_id, body) values (${talk}, ${body}) returning id`,
  )
const block = (one: Person, other: Person) => one.does((sql) => sql`select public.block_person(${other.id})`)
const unblock = (one: Person, other: Person) => one.does((sql) => sql`select public.unblock_person(${other.id})`)

async function moderator(market: Market): Promise<Person> {
  const mia = await market.person('Mia')
  await market.owner`update public.profiles set role = 'moderator' where id = ${mia.id}`
  return mia
}

async function canReceive(market: Market, person: Person, topic: string) {
  const claims = JSON.stringify({ sub: person.id, role: 'authenticated' })
  const [row] = await market.owner<{ broadcast: boolean; presence: boolean }[]>`
    select * from realtime.check_access('read', 'authenticated', ${claims}, ${topic}, '{}')`
  return row
}

test('after a block neither can write to, contact or see the other, and unblocking reverts that', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    const other = await market.adOf(anna)
    await block(anna, ben)
    for (const person of [anna, ben]) {
      expect(await person.does((sql) => sql`select state, lock_reason from public.conversations`)).toEqual([
        { state: 'locked', lock_reason: 'blocked' },
      ])
      await expect(sendMessage(person, talk, 'Hello?')).rejects.toThrow(/closed/)
      const them = person === anna ? ben : anna
      expect(await canReceive(market, person, `user:${them.id}`)).toMatchObject({ presence: false })
      expect(await canReceive(market, person, `conversation:${talk}`)).toEqual({ broadcast: true, presence: false })
    }
    await expect(market.talkAbout(other, ben)).rejects.toThrow('You can’t message this person.')
    const mine = await market.adOf(ben)
    await expect(market.talkAbout(mine, anna)).rejects.toThrow(/You blocked this person/)

    await unblock(anna, ben)
    await sendMessage(ben, talk, 'Thank you')
    expect(await canReceive(market, anna, `user:${ben.id}`)).toMatchObject({ presence: true })
    await market.talkAbout(other, ben)
  }))

test('a block is visible to its author only, and only they can undo it', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    await block(anna, ben)
    await block(anna, ben)
    expect(await anna.does((sql) => sql`select blocked_id from public.blocks`)).toEqual([{ blocked_id: ben.id }])
    for (const other of [ben, cleo]) expect(await other.does((sql) => sql`select * from public.blocks`)).toEqual([])
    expect((await market.visitor.isRefused((sql) => sql`select from public.blocks`)).code).toBe('42501')
    expect((await ben.isRefused((sql) => sql`delete from public.blocks`)).code).toBe('42501')
    // Both have blocked: one unblocking is not enough.
    await block(ben, anna)
    await unblock(ben, anna)
    await expect(sendMessage(ben, talk, 'Hello?')).rejects.toThrow(/closed/)
    expect((await anna.isRefused((sql) => sql`select public.block_person(${anna.id})`)).code).toBe('SK203')
    expect((await anna.isRefused((sql) => sql`select public.block_person(${randomUUID()})`)).code).toBe('SK204')
  }))

const report = (person: Person, kind: string, target: string, reason = 'scam', detail = '', share = false) =>
  person.does(
    (sql) => sql<{ id: string; priority: number; state: string; evidence: Record<string, unknown> }[]>`
      select id, priority, state, evidence from public.report_something(${kind}, ${target}, ${reason}, ${detail}, ${share})`,
  )

test('a reported message includes the last ten messages only with the reporter’s consent', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    for (let line = 1; line <= 12; line++) await sendMessage(ben, talk, `Line ${line}`)
    const [said] = await sendMessage(ben, talk, 'Pay me in gift cards')
    const id = said?.id ?? ''
    const [alone] = await report(anna, 'message', id, 'scam', 'He wants cards')
    expect(alone?.evidence).toMatchObject({ body: 'Pay me in gift cards', notice: 'advance_fee' })
    expect(alone?.evidence).not.toHaveProperty('messages')
    const [shared] = await report(anna, 'conversation', talk, 'scam', '', true)
    expect(shared?.evidence.messages).toHaveLength(10)
    expect(await report(anna, 'message', id)).toMatchObject([{ id: alone?.id }])
    await expect(report(cleo, 'message', id)).rejects.toThrow(/already been removed/)
    await expect(report(ben, 'message', id)).rejects.toThrow(/your own/)
    expect(
      (await market.visitor.isRefused((sql) => sql`select public.report_something('message', ${id}, 'scam')`)).code,
    ).toBe('42501')
    expect(
      await market.owner`select kind from public.notifications where user_id = ${anna.id} and kind = 'report_received'`,
    ).toHaveLength(2)
  }))

test('ads, photos, people and reviews can be reported, each with a snapshot', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await startConversation(market)
    const [photo] = await market.owner<{ id: string }[]>`select id from public.listing_photos where listing_id = ${ad}`
    const [review] = await market.owner<{ id: string }[]>`
      insert into public.reviews (subject_id, author_id, rating, body, state) values (${ben.id}, ${anna.id}, 1, 'A liar', 'published') returning id`
    const targets = [
      ['listing', ad, { title: 'Reading chair in mustard corduroy' }],
      ['photo', photo?.id ?? '', { alt: 'An armchair' }],
      ['profile', anna.id, { display_name: 'Anna S.' }],
      ['review', review?.id ?? '', { body: 'A liar' }],
    ] as const
    for (const [kind, target, seen] of targets) {
      expect(await report(ben, kind, target, 'offensive')).toMatchObject([{ state: 'new', evidence: seen }])
    }
    const draft = await market.draftOf(anna)
    await expect(report(ben, 'listing', draft)).rejects.toThrow(/already been removed/)
    await expect(report(ben, 'listing', ad, 'boring')).rejects.toThrow(/Choose a reason/)
    await expect(report(ben, 'profile', anna.id, 'other', 'x'.repeat(501))).rejects.toThrow(/500 characters/)
  }))

test('reports are visible to their authors and moderators, and cannot be changed over the API', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, ad } = await startConversation(market)
    await report(ben, 'listing', ad)
    const seen = (person: Person) =>
      person.does((sql) => sql`select reason from public.reports where target_id = ${ad}`)
    expect(await seen(ben)).toEqual([{ reason: 'scam' }])
    for (const other of [anna, cleo]) expect(await seen(other)).toEqual([])
    const mia = await moderator(market)
    expect(await seen(mia)).toHaveLength(1)
    for (const person of [ben, mia]) {
      expect((await person.isRefused((sql) => sql`update public.reports set state = 'actioned'`)).code).toBe('42501')
    }
    expect((await market.visitor.isRefused((sql) => sql`select from public.reports`)).code).toBe('42501')
  }))

test('many reports take nothing down, but raise its priority by the reporters’ accuracy', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna)
    const first = await market.person('Ben')
    await report(first, 'listing', ad, 'wrong_place')
    for (let more = 0; more < 12; more++) await report(await market.person('Cleo'), 'listing', ad, 'wrong_place')
    expect(await market.owner`select state from public.listings where id = ${ad}`).toEqual([{ state: 'active' }])
    const priorities = await market.owner<
      { priority: number }[]
    >`select priority from public.reports where target_id = ${ad}`
    expect(Math.max(...priorities.map(({ priority }) => priority))).toBe(20 + 2 * 10)

    const weight = async (outcomes: string[]) => {
      const dora = await market.person('Dora')
      for (const state of outcomes) {
        await market.owner`insert into public.reports (reporter_id, target_kind, target_id, reason, priority, state)
          values (${dora.id}, 'listing', ${randomUUID()}, 'other', 1, ${state})`
      }
      const [row] = await market.owner<
        { weight: number }[]
      >`select private.reporter_weight(${dora.id})::float8 as weight`
      return row?.weight ?? 0
    }
    expect(await weight([])).toBe(1)
    expect(await weight(Array(7).fill('actioned'))).toBeGreaterThan(1.5)
    expect(await weight(Array(7).fill('rejected'))).toBeLessThan(0.4)
  }))

test('after twenty reports a day the refusal gives the wait in words and in seconds', () =>
  onMarket(async (market) => {
    const { anna, ben } = await startConversation(market)
    for (let sent = 0; sent < 20; sent++)
      await ben.does((sql) => sql`select private.consume_rate_limit(${ben.id}, 'report')`)
    await expect(report(ben, 'profile', anna.id)).rejects.toMatchObject({
      code: 'SK502',
      detail: expect.stringMatching(
        /(?=.*"action": "report")(?=.*"count": 20\b)(?=.*"hours": 24\b)(?=.*"retry_after": 86400\b)/,
      ),
    })
    await market.owner`update private.rate_limit_uses set at = at - interval '1 day'`
    await report(ben, 'profile', anna.id)
  }))

test('published ads can be edited thirty times a day, drafts without limit', () =>
  onMarket(async (market) => {
    const ben = await market.trusted('Ben')
    const ad = await market.adOf(ben)
    const draft = await market.draftOf(ben)
    const change = (id: string, price: number) =>
      ben.does((sql) => sql`update public.listings set price_minor = ${price} where id = ${id}`)
    await change(ad, 11_000)
    await market.owner`update public.listings set first_published_at = now() - interval '1 hour' where id = ${ad}`
    for (let price = 1; price <= 30; price++) await change(ad, 5000 + price)
    await expect(change(ad, 4900)).rejects.toThrow('You can change live ads 30 times a day. Try again in 24 hours.')
    await change(ad, 5030)
    for (let price = 1; price <= 31; price++) await change(draft, 5000 + price)
  }))

test('limits photos per hour of new accounts, and new conversations per network and device', () =>
  onMarket(async (market) => {
    const { anna, cleo } = await startConversation(market)
    const from = (device: string, address: string) =>
      market.owner`select set_config('request.headers', ${JSON.stringify({ 'x-device-id': device, 'x-forwarded-for': `10.0.0.1, ${address}` })}, true)`
    const take = (action: string, person: Person = cleo) =>
      person.does((sql) => sql`select private.consume_rate_limit(${person.id}, ${action})`)
    for (let photo = 0; photo < 60; photo++) await take('photo')
    await expect(take('photo')).rejects.toThrow('New accounts can add 60 photos an hour. Try again in 60 minutes.')
    for (let photo = 0; photo < 61; photo++) await take('photo', anna)

    await from('one', '203.0.113.7')
    for (let person = 0; person < 20; person++) await take('conversation', await market.person())
    await expect(take('conversation')).rejects.toThrow('One device can start 20 conversations a day.')
    for (let device = 0; device < 40; device++) {
      await from(`device ${device}`, `203.0.113.${device}`)
      await take('conversation', await market.person())
    }
    await from('another', '203.0.113.200')
    await expect(take('conversation')).rejects.toThrow('People on one network can start 60 conversations an hour.')
    await from('another', '198.51.100.1')
    await take('conversation')
  }))

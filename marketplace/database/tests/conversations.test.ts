import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

async function startConversation({ trusted, person, adOf, talkAbout }: Market) {
  const anna = await trusted('Anna')
  const ben = await trusted('Ben')
  const cleo = await person('Cleo')
  const ad = await adOf(anna)
  return { anna, ben, cleo, ad, talk: await talkAbout(ad, ben) }
}

const sendMessage = (person: Person, talk: string, body: string, clientId = randomUUID()) =>
  person.does(
    (sql) => sql`insert into public.messages (conversation_id, body, client_id) values (${talk}, ${body}, ${clientId})`,
  )

test('only its two people can read a conversation and write in it', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    await sendMessage(anna, talk, 'Yes it is')
    for (const person of [anna, ben]) {
      expect(await person.does((sql) => sql`select id from public.conversations where id = ${talk}`)).toHaveLength(1)
      expect(
        await person.does((sql) => sql`select id from public.messages where conversation_id = ${talk}`),
      ).toHaveLength(2)
    }
    expect(await cleo.does((sql) => sql`select id from public.conversations where id = ${talk}`)).toHaveLength(0)
    expect(await cleo.does((sql) => sql`select id from public.messages where conversation_id = ${talk}`)).toHaveLength(
      0,
    )
    const intrusion = await cleo.isRefused(
      (sql) =>
        sql`insert into public.messages (conversation_id, body, client_id) values (${talk}, 'Hi all', ${randomUUID()})`,
    )
    expect(intrusion.code).toBe('42501')
    expect((await cleo.isRefused((sql) => sql`select public.mark_conversation_read(${talk})`)).code).toBe('SK201')
    expect((await market.visitor.isRefused((sql) => sql`select id from public.messages`)).code).toBe('42501')
  }))

test('nobody can forge messages of others or the system, or edit messages', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    const forged = await ben.isRefused(
      (sql) =>
        sql`insert into public.messages (conversation_id, sender_id, body) values (${talk}, ${anna.id}, 'Take it for free')`,
    )
    const official = await ben.isRefused(
      (sql) =>
        sql`insert into public.messages (conversation_id, kind, body) values (${talk}, 'system', 'offer_accepted')`,
    )
    const rewritten = await ben.isRefused((sql) => sql`update public.messages set body = 'Something else'`)
    const moved = await ben.isRefused((sql) => sql`update public.conversations set seller_unread = 0`)
    const opened = await ben.isRefused(
      (sql) =>
        sql`insert into public.conversations (listing_id, buyer_id, seller_id) values (${randomUUID()}, ${ben.id}, ${anna.id})`,
    )
    expect([forged, official, rewritten, moved, opened].map((refusal) => refusal.code)).toEqual(Array(5).fill('42501'))
  }))

test('nobody can message themselves about their own ad', () =>
  onMarket(async ({ trusted, adOf, owner }) => {
    const anna = await trusted('Anna')
    const ad = await adOf(anna)
    const refusal = await anna.isRefused(
      (sql) => sql`select public.start_conversation(${ad}, 'Hello me', ${randomUUID()})`,
    )
    expect(refusal).toMatchObject({ code: 'SK212', message: 'You can’t message yourself about your own ad.' })
    expect(await owner`select id from public.conversations where listing_id = ${ad}`).toEqual([])
  }))

test('a message sent twice is stored once', () =>
  onMarket(async ({ trusted, adOf, owner }) => {
    const anna = await trusted('Anna')
    const ben = await trusted('Ben')
    const ad = await adOf(anna)
    const once = randomUUID()
    const ask = () =>
      ben.does((sql) => sql<{ id: string }[]>`select id from public.start_conversation(${ad}, 'Still there?', ${once})`)
    const [first] = await ask()
    const [second] = await ask()
    expect(second).toEqual(first)
    expect(
      await owner`select seller_unread, last_message_body from public.conversations where id = ${first?.id ?? ''}`,
    ).toEqual([{ seller_unread: 1, last_message_body: 'Still there?' }])
    const again = await ben.isRefused(
      (sql) =>
        sql`insert into public.messages (conversation_id, body, client_id) values (${first?.id ?? ''}, 'Still there?', ${once})`,
    )
    expect(again.code).toBe('23505')
  }))

test('unread counts increase for the recipient and decrease on reading; read times are stored', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    await sendMessage(ben, talk, 'I could come today')
    const unread = (person: Person) => person.does((sql) => sql`select public.unread_total() as unread`)
    expect(await unread(anna)).toEqual([{ unread: 2 }])
    expect(await unread(ben)).toEqual([{ unread: 0 }])
    await anna.does((sql) => sql`select public.mark_delivered(${talk})`)
    await anna.does((sql) => sql`select public.mark_conversation_read(${talk})`)
    expect(await unread(anna)).toEqual([{ unread: 0 }])
    const seen = await ben.does(
      (sql) => sql<{ seen: boolean }[]>`select read_at is not null as seen from public.messages`,
    )
    expect(seen.every((message) => message.seen)).toBe(true)
  }))

test('messages are broadcast to the conversation, and unread totals to both people', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    await market.owner`truncate realtime.messages`
    await sendMessage(anna, talk, 'Yes, until six')
    await ben.does((sql) => sql`select public.mark_conversation_read(${talk})`)
    const sent = await market.owner<{ topic: string; event: string; payload: Record<string, unknown> }[]>`
      select topic, event, payload from realtime.messages where private`
    expect(sent).toContainEqual(
      expect.objectContaining({
        topic: `conversation:${talk}`,
        event: 'message',
        payload: expect.objectContaining({
          message: expect.objectContaining({ body: 'Yes, until six', sender_id: anna.id }),
        }),
      }),
    )
    expect(sent).toContainEqual(
      expect.objectContaining({
        topic: `user:${ben.id}`,
        event: 'conversation',
        payload: expect.objectContaining({ unread_total: 1 }),
      }),
    )
    expect(sent).toContainEqual(
      expect.objectContaining({
        topic: `conversation:${talk}`,
        event: 'read',
        payload: expect.objectContaining({ reader_id: ben.id }),
      }),
    )
  }))

test('empty, overlong and late messages are refused with a reason', () =>
  onMarket(async (market) => {
    const { anna, ben, ad, talk } = await startConversation(market)
    await expect(sendMessage(ben, talk, '   ')).rejects.toThrow('Write a message first.')
    await expect(sendMessage(ben, talk, 'x'.repeat(2001))).rejects.toThrow('2,000 characters')
    await anna.does((sql) => sql`select public.delete_listing(${ad})`)
    await expect(sendMessage(ben, talk, 'Hello?')).rejects.toThrow('This conversation is closed')
    expect(await ben.does((sql) => sql`select title from public.listings where id = ${ad}`)).toHaveLength(1)
  }))

test('a sold ad starts no new conversation, and existing ones get a notice', () =>
  onMarket(async (market) => {
    const { anna, cleo, ben, ad, talk } = await startConversation(market)
    await anna.does((sql) => sql`select public.mark_listing_sold(${ad})`)
    const refusal = await cleo.isRefused(
      (sql) => sql`select public.start_conversation(${ad}, 'Hello', ${randomUUID()})`,
    )
    expect(refusal).toMatchObject({ code: 'SK108', message: 'This item has been sold. Look for similar ones.' })
    expect(
      await ben.does(
        (sql) => sql`select body from public.messages where conversation_id = ${talk} and kind = 'system'`,
      ),
    ).toEqual([{ body: 'listing_sold' }])
    await sendMessage(ben, talk, 'Thanks anyway')
  }))

test('a new account can open five conversations a day; continuing one is unlimited', () =>
  onMarket(async ({ trusted, person, adOf, talkAbout }) => {
    const anna = await trusted('Anna')
    const ben = await person('Ben')
    const ads: string[] = []
    for (let ad = 0; ad < 6; ad++) ads.push(await adOf(anna))
    for (const ad of ads.slice(0, 5)) await talkAbout(ad, ben)
    await talkAbout(ads[0] ?? '', ben)
    await expect(talkAbout(ads[5] ?? '', ben)).rejects.toThrow(
      /New accounts can start 5 conversations a day. Try again in 24 hours./,
    )
  }))

/** Whether the policies of realtime.messages let a person receive from, and send to, a topic. */
async function rights(owner: Market['owner'], person: Person | null, topic: string, action: 'read' | 'write') {
  const claims = JSON.stringify(person ? { sub: person.id, role: 'authenticated' } : { role: 'anon' })
  const [row] = await owner<{ broadcast: boolean; presence: boolean }[]>`
    select * from realtime.check_access(${action}, ${person ? 'authenticated' : 'anon'}, ${claims}, ${topic}, '{}')`
  return row
}

test('only its two people can use the topic of a conversation', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    const topic = `conversation:${talk}`
    for (const person of [anna, ben]) {
      expect(await rights(market.owner, person, topic, 'read')).toEqual({ broadcast: true, presence: true })
      expect(await rights(market.owner, person, topic, 'write')).toEqual({ broadcast: true, presence: true })
    }
    for (const other of [cleo, null]) {
      expect(await rights(market.owner, other, topic, 'read')).toEqual({ broadcast: false, presence: false })
      expect(await rights(market.owner, other, topic, 'write')).toEqual({ broadcast: false, presence: false })
    }
    expect(await rights(market.owner, anna, 'conversation:nonsense', 'read')).toEqual({
      broadcast: false,
      presence: false,
    })
  }))

test('presence is visible to conversation partners, and only its owner can announce it', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo } = await startConversation(market)
    for (const [one, other] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      expect(await rights(market.owner, one, `user:${other.id}`, 'read')).toEqual({ broadcast: false, presence: true })
      expect(await rights(market.owner, one, `user:${other.id}`, 'write')).toEqual({
        broadcast: false,
        presence: false,
      })
    }
    for (const stranger of [cleo, null]) {
      expect(await rights(market.owner, stranger, `user:${anna.id}`, 'read')).toEqual({
        broadcast: false,
        presence: false,
      })
    }
  }))

test('people can receive from their own topic, and nobody can broadcast to it', () =>
  onMarket(async ({ person, owner }) => {
    const anna = await person('Anna')
    const ben = await person('Ben')
    expect(await rights(owner, anna, `user:${anna.id}`, 'read')).toEqual({ broadcast: true, presence: true })
    expect(await rights(owner, anna, `user:${anna.id}`, 'write')).toEqual({ broadcast: false, presence: true })
    expect(await rights(owner, ben, `user:${anna.id}`, 'read')).toEqual({ broadcast: false, presence: false })
    expect(await rights(owner, ben, `user:${anna.id}`, 'write')).toEqual({ broadcast: false, presence: false })
  }))

test('people can store pictures in their own folder only, and cannot delete those of an ad', () =>
  onMarket(async ({ trusted, person, adOf, owner }) => {
    const anna = await trusted('Anna')
    const ben = await person('Ben')
    const store = (folder: string) => (sql: Market['owner']) =>
      sql`insert into storage.objects (bucket_id, name, metadata) values ('listing-photos', ${`${folder}/x.jpg`}, '{}')`
    await anna.does(store(anna.id))
    expect((await ben.isRefused(store(anna.id))).code).toBe('42501')
    expect((await ben.isRefused(store('..'))).code).toBe('42501')
    const ad = await adOf(anna)
    const [shown] = await owner<{ cover_path: string }[]>`select cover_path from public.listings where id = ${ad}`
    const remove = (name: string) => async (sql: Market['owner']) => {
      await sql`select set_config('storage.allow_delete_query', 'true', true)`
      return sql`delete from storage.objects where name = ${name} returning name`
    }
    expect(await anna.does(remove(shown?.cover_path ?? ''))).toHaveLength(0)
    expect(await ben.does(remove(`${anna.id}/x.jpg`))).toHaveLength(0)
    expect(await anna.does(remove(`${anna.id}/x.jpg`))).toHaveLength(1)
  }))

test('the inbox is paginated without duplicates, separate from the archive, and private', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    const others: string[] = []
    for (let n = 0; n < 4; n++)
      others.push(await market.talkAbout(await market.adOf(n < 2 ? anna : ben), n < 2 ? cleo : anna))
    const all = [talk, ...others]
    // Equal timestamps: pagination must not lose either.
    for (const [n, id] of all.entries())
      await market.owner`update public.conversations set last_message_at = now() - ${Math.floor(n / 2)} * interval '1 hour' where id = ${id}`
    await anna.does((sql) => sql`select public.archive_conversation(${others[3] ?? ''})`)
    const page = (person: Person, box: string, after?: { id: string; at: string }) =>
      person.does(
        (sql) => sql<{ id: string; at: string }[]>`
          select id, last_message_at::text as at
          from public.my_conversations(${box}, ${after?.at ?? 'infinity'}::text::timestamptz, ${after?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}, 1)`,
      )
    const seen: string[] = []
    for (let [last] = await page(anna, 'inbox'); last; [last] = await page(anna, 'inbox', last)) seen.push(last.id)
    expect([...seen].sort()).toEqual(all.filter((id) => id !== others[3]).sort())
    expect((await page(anna, 'archived')).map(({ id }) => id)).toEqual([others[3]])
    const mine = await ben.does((sql) => sql<{ id: string }[]>`select id from public.my_conversations()`)
    expect(mine.map(({ id }) => id).sort()).toEqual([talk, others[2], others[3]].sort())
    expect((await market.visitor.isRefused((sql) => sql`select public.my_conversations()`)).code).toBe('42501')
  }))

test('a page of an inbox of thousands reads little more than that page, in a market where most people have few', () =>
  onMarket(async (market) => {
    const { anna, ad } = await startConversation(market)
    const { owner } = market
    // Without foreign keys: the others need no accounts.
    await owner`set local session_replication_role = 'replica'`
    await owner`
      insert into public.conversations (listing_id, buyer_id, seller_id, last_message_at)
      select ${ad}, gen_random_uuid(), case when n <= 2000 then ${anna.id}::uuid else gen_random_uuid() end, now() - n * interval '1 minute'
      from generate_series(1, 4000) as n`
    await owner`analyze public.conversations`
    const fetched = async () => {
      const [row] = await owner<{ n: number }[]>`
        select idx_tup_fetch::int as n from pg_stat_xact_user_tables where relid = 'public.conversations'::regclass`
      return row?.n ?? 0
    }
    const before = await fetched()
    expect(await anna.does((sql) => sql`select id from public.my_conversations()`)).toHaveLength(20)

    const read = (await fetched()) - before
    expect(read).toBeGreaterThanOrEqual(20)
    expect(read).toBeLessThan(100)
  }))

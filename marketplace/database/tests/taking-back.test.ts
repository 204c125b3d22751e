import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

async function startConversation(market: Market) {
  const [anna, ben, cleo] = [await market.trusted('Anna'), await market.trusted('Ben'), await market.trusted('Cleo')]
  const talk = await market.talkAbout(await market.adOf(anna), ben)
  await anna.does((sql) => sql`select public.mark_conversation_read(${talk})`)
  await market.owner`update public.messages set created_at = now() - interval '1 hour' where conversation_id = ${talk}`
  return { anna, ben, cleo, talk }
}

async function sendMessage(person: Person, talk: string, body: string): Promise<string> {
  const [said] = await person.does(
    (sql) => sql<{ id: string }[]>`
      insert into public.messages (conversation_id, body, client_id) values (${talk}, ${body}, ${randomUUID()}) returning id`,
  )
  return said?.id ?? ''
}

/** Messages of one test share a timestamp unless they are aged. */
const age = ({ owner }: Market, id: string, seconds: number) =>
  owner`update public.messages set created_at = now() - make_interval(secs => ${seconds}) where id = ${id}`

const deleteMessage = (person: Person, id: string) => person.does((sql) => sql`select public.delete_message(${id})`)
const conversationSeenBy = async (person: Person, talk: string) =>
  (
    await person.does(
      (sql) => sql`
        select buyer_unread, seller_unread, last_message_body as body, last_message_hint as hint
        from public.conversations where id = ${talk}`,
    )
  )[0]

async function photoOf(market: Market, person: Person, talk: string) {
  const path = `${talk}/${person.id}/${randomUUID()}.jpg`
  await person.does(
    (sql) =>
      sql`insert into storage.objects (bucket_id, name, metadata) values ('chat-photos', ${path}, '{"width": 8}')`,
  )
  const [sent] = await person.does(
    (sql) => sql<{ id: string }[]>`select id from public.send_photo(${talk}, ${path}, ${randomUUID()})`,
  )
  const isStored = async () =>
    (await market.owner`select from storage.objects where bucket_id = 'chat-photos' and name = ${path}`).length === 1
  const isSeenBy = async (someone: Person) =>
    (await someone.does((sql) => sql`select name from storage.objects where name = ${path}`)).length === 1
  return { id: sent?.id ?? '', path, isStored, isSeenBy }
}

test('the sender can delete a message for both within five minutes, and moderators can still read it', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    const moderator = await market.trusted('Mo')
    await market.owner`update public.profiles set role = 'moderator' where id = ${moderator.id}`
    const id = await sendMessage(ben, talk, 'My street is the third on the left')
    await deleteMessage(ben, id)
    await deleteMessage(ben, id) // idempotent
    for (const person of [anna, ben]) {
      const [said] = await person.does(
        (sql) => sql`select body, payload, deleted_at is not null as gone from public.messages where id = ${id}`,
      )
      expect(said).toEqual({ body: null, payload: {}, gone: true })
      expect(
        await person.does((sql) => sql`select id from public.find_conversations('third on the left')`),
      ).toHaveLength(0)
      expect(await person.does((sql) => sql`select body from public.message_originals`)).toEqual([])
      expect((await person.isRefused((sql) => sql`select public.reveal_message(${id})`)).code).toBe('SK221')
    }
    expect(
      await moderator.does((sql) => sql`select body from public.message_originals where message_id = ${id}`),
    ).toEqual([{ body: 'My street is the third on the left' }])
    const [told] = await market.owner`
      select payload -> 'message' ->> 'body' as body, payload -> 'message' ->> 'deleted_at' is not null as gone
      from realtime.messages where topic = ${`conversation:${talk}`} and event = 'message' and payload -> 'message' ->> 'id' = ${id}
      order by payload -> 'message' ->> 'deleted_at' limit 1`
    expect(told).toEqual({ body: null, gone: true })
  }))

test('nobody can delete messages of others, older ones, offers, or missing ones', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    const id = await sendMessage(ben, talk, 'Until tomorrow')
    const codeOf = async (person: Person, message: string) =>
      (await person.isRefused((sql) => sql`select public.delete_message(${message})`)).code
    for (const other of [anna, cleo]) expect(await codeOf(other, id)).toBe('SK213')
    expect(await codeOf(market.visitor, id)).toBe('42501')
    expect(await codeOf(ben, randomUUID())).toBe('SK213')
    await age(market, id, 301)
    expect(await codeOf(ben, id)).toBe('SK215')
    await age(market, id, 295)
    await deleteMessage(ben, id)
    const [offer] = await market.owner<{ id: string }[]>`
      insert into public.messages (conversation_id, sender_id, kind, payload)
      values (${talk}, ${ben.id}, 'offer', '{"amount_minor": 100}') returning id`
    expect(await codeOf(ben, offer?.id ?? '')).toBe('SK214')
    expect((await ben.isRefused((sql) => sql`update public.messages set deleted_at = now()`)).code).toBe('42501')
  }))

test('a deleted unread message no longer counts, and the list shows none of its text', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    const [first, second] = [await sendMessage(ben, talk, 'One'), await sendMessage(ben, talk, 'Two')]
    await age(market, first, 20)
    await age(market, second, 10)
    expect(await conversationSeenBy(anna, talk)).toMatchObject({ seller_unread: 2, body: 'Two', hint: null })
    await deleteMessage(ben, first)
    expect(await conversationSeenBy(anna, talk)).toMatchObject({ seller_unread: 1, body: 'Two', hint: null })
    await anna.does((sql) => sql`select public.mark_conversation_read(${talk})`)
    const third = await sendMessage(ben, talk, 'Three')
    await deleteMessage(ben, second) // it came earlier: the third is still unread
    expect(await conversationSeenBy(anna, talk)).toMatchObject({ seller_unread: 1, body: 'Three', hint: null })
    await deleteMessage(ben, third)
    expect(await conversationSeenBy(anna, talk)).toMatchObject({ seller_unread: 0, body: '', hint: 'deleted' })
    await sendMessage(anna, talk, 'Hm?')
    expect(await conversationSeenBy(ben, talk)).toMatchObject({ buyer_unread: 1, body: 'Hm?', hint: null })
  }))

test('the list shows no text of warned or masked messages', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    for (const words of ['Can we go on in whatsapp?', 'Write to ben@example.com or call 912 345 678']) {
      const id = await sendMessage(ben, talk, words)
      const [said] = await anna.does(
        (sql) => sql`select notice is not null as warned from public.messages where id = ${id}`,
      )
      expect(said).toEqual({ warned: true })
      expect(await conversationSeenBy(anna, talk)).toMatchObject({ body: '', hint: 'warned' })
    }
    await sendMessage(ben, talk, 'It is still there')
    expect(await conversationSeenBy(anna, talk)).toMatchObject({ body: 'It is still there', hint: null })
    await photoOf(market, ben, talk)
    expect(await conversationSeenBy(anna, talk)).toMatchObject({ body: '', hint: 'photo' })
  }))

test('a photo is deleted with its message; a reported one is kept for moderators until they decide', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    const moderator = await market.trusted('Mo')
    await market.owner`update public.profiles set role = 'moderator' where id = ${moderator.id}`
    const plain = await photoOf(market, ben, talk)
    expect([await plain.isSeenBy(anna), await plain.isSeenBy(moderator)]).toEqual([true, false])
    await deleteMessage(ben, plain.id)
    expect(await plain.isStored()).toBe(false)

    const reported = await photoOf(market, ben, talk)
    await anna.does((sql) => sql`select public.report_something('message', ${reported.id}, 'offensive')`)
    expect(await reported.isSeenBy(moderator)).toBe(true)
    await deleteMessage(ben, reported.id)
    for (const person of [anna, ben, cleo]) expect(await reported.isSeenBy(person)).toBe(false)
    expect([await reported.isStored(), await reported.isSeenBy(moderator)]).toEqual([true, true])
    await market.owner`select private.forget_deleted_photos()`
    expect(await reported.isStored()).toBe(true)
    await market.owner`update public.reports set state = 'rejected' where target_id = ${reported.id}`
    await market.owner`select private.forget_deleted_photos()`
    expect(await reported.isStored()).toBe(false)
  }))

test('turning receipts off hides reading in both directions, while unread counts stay', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    const reads = (person: Person) => person.does((sql) => sql`select public.mark_conversation_read(${talk})`)
    const ticksOf = async (person: Person, id: string) =>
      (
        await person.does(
          (sql) => sql`
            select delivered_at is not null as delivered, read_at is not null as read from public.messages where id = ${id}`,
        )
      )[0]
    const shows = async (person: Person) =>
      (
        await person.does(
          (sql) => sql`select public.shows_receipts(c) as shows from public.conversations c where id = ${talk}`,
        )
      )[0]
    const before = await sendMessage(ben, talk, 'One')
    await reads(anna)
    expect(await ticksOf(ben, before)).toEqual({ delivered: true, read: true })
    for (const person of [anna, ben]) expect(await shows(person)).toEqual({ shows: true })

    await anna.does((sql) => sql`update public.profiles set read_receipts = false where id = ${anna.id}`)
    for (const person of [anna, ben]) expect(await shows(person)).toEqual({ shows: false })
    const [toAnna, toBen] = [await sendMessage(ben, talk, 'Two'), await sendMessage(anna, talk, 'Three')]
    for (const person of [anna, ben]) await reads(person)
    expect(await conversationSeenBy(anna, talk)).toMatchObject({ buyer_unread: 0, seller_unread: 0 })
    for (const id of [toAnna, toBen]) expect(await ticksOf(ben, id)).toEqual({ delivered: true, read: false })
    const told = await market.owner`
      select event from realtime.messages where topic = ${`conversation:${talk}`} and event in ('read', 'delivered')
        and payload ->> 'reader_id' = ${ben.id}`
    expect(told).toEqual([{ event: 'delivered' }])

    const others = await ben.does(
      (sql) => sql`update public.profiles set read_receipts = true where id = ${anna.id} returning id`,
    )
    expect(others).toEqual([])
    expect(await cleo.does((sql) => sql`select id from public.conversations where id = ${talk}`)).toEqual([])
  }))

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

async function startConversation(market: Market) {
  const anna = await market.trusted('Anna')
  const ben = await market.person('Ben')
  const cleo = await market.person('Cleo')
  const talk = await market.talkAbout(await market.adOf(anna), ben)
  return { anna, ben, cleo, talk }
}

const store = (person: Person, name: string) =>
  person.does(
    (sql) => sql`insert into storage.objects (bucket_id, name, metadata)
      values ('chat-photos', ${name}, '{"width": 800, "height": 600}') returning name`,
  )
const send = (person: Person, talk: string, path: string, clientId: string = randomUUID()) =>
  person.does(
    (sql) => sql<{ id: string; kind: string; payload: object }[]>`
      select id, kind, payload from public.send_photo(${talk}, ${path}, ${clientId})`,
  )

test('a photo is stored, sent once, and visible to both people only', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    const path = `${talk}/${ben.id}/${randomUUID()}.jpg`
    await store(ben, path)
    const clientId = randomUUID()
    const [sent] = await send(ben, talk, path, clientId)
    expect(sent).toMatchObject({ kind: 'image', payload: { path, width: 800, height: 600 } })
    expect(await send(ben, talk, path, clientId)).toEqual([sent])
    const seen = (person: Person) => person.does((sql) => sql`select name from storage.objects where name = ${path}`)
    for (const person of [anna, ben]) expect(await seen(person)).toHaveLength(1)
    for (const other of [cleo, market.visitor]) expect(await seen(other)).toEqual([])
    expect(await anna.does((sql) => sql`select kind from public.messages where id = ${sent?.id ?? ''}`)).toHaveLength(1)
  }))

test('photos cannot be stored or sent in other or locked conversations, or for another person', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    const foreign = `${talk}/${cleo.id}/x.jpg`
    await expect(store(cleo, foreign)).rejects.toThrow(/row-level security/)
    await expect(store(ben, `${talk}/${anna.id}/x.jpg`)).rejects.toThrow(/row-level security/)
    await expect(store(ben, `nonsense/${ben.id}/x.jpg`)).rejects.toThrow(/row-level security/)
    await expect(send(cleo, talk, foreign)).rejects.toThrow(/not part of it/)
    await expect(send(ben, talk, `${talk}/${anna.id}/x.jpg`)).rejects.toThrow(/isn’t from this conversation/)
    await expect(send(ben, talk, `${talk}/${ben.id}/never-stored.jpg`)).rejects.toThrow(/didn’t upload/)
    const path = `${talk}/${ben.id}/x.jpg`
    await store(ben, path)
    await anna.does((sql) => sql`select public.block_person(${ben.id})`)
    await expect(send(ben, talk, path)).rejects.toThrow(/closed/)
    await expect(store(ben, `${talk}/${ben.id}/y.jpg`)).rejects.toThrow(/row-level security/)
  }))

test('a new account can send ten photos a day per conversation', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    const path = `${talk}/${ben.id}/x.jpg`
    await store(ben, path)
    for (let photo = 0; photo < 10; photo++) await send(ben, talk, path)
    await expect(send(ben, talk, path)).rejects.toThrow('New accounts can send 10 photos a day per conversation.')
    const hers = `${talk}/${anna.id}/x.jpg`
    await store(anna, hers)
    for (let photo = 0; photo < 11; photo++) await send(anna, talk, hers)
  }))

test('people find their own conversations by text, names and titles', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    await ben.does(
      (sql) =>
        sql`insert into public.messages (conversation_id, body) values (${talk}, 'Is the zebrawood 100% solid?')`,
    )
    const find = (person: Person, q: string) =>
      person.does((sql) => sql`select id from public.find_conversations(${q})`)
    for (const q of ['ZEBRAWOOD', 'Anna', 'mustard cord', '100%']) expect(await find(ben, q), q).toEqual([{ id: talk }])
    expect(await find(anna, 'zebrawood')).toEqual([{ id: talk }])
    expect(await find(cleo, 'zebrawood')).toEqual([])
    for (const q of ['50%', 'z', '', '_____________']) expect(await find(ben, q), q).toEqual([])
  }))

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

const CHAIR = 'f0e1d2c3b4a59687'
/** Two bits apart, like the same picture in another size. */
const SMALL_CHAIR = 'f0e1d2c3b4a59684'
/** Seven bits apart, in all quarters, like the same picture with more light. */
const BRIGHT_CHAIR = 'f1e9d2c2b4a79689'
const TABLE = '0f1e2d3c4b5a6978'
const LAMP = '0123456789abcdef'

/** Stores a photo with this `perceptualHash` and these `codes`, and adds it to the ad. */
async function addPhoto(
  { owner }: Market,
  person: Person,
  ad: string,
  perceptualHash: string,
  ...[codes, texts]: (string[] | { reading: string })[]
) {
  const path = `${person.id}/${randomUUID()}.jpg`
  const seen = Array.isArray(codes) || codes === undefined ? { codes, texts } : codes
  const metadata = { width: 1200, height: 900, size: 120_000, mimetype: 'image/jpeg', perceptualHash, ...seen }
  await owner`
    insert into storage.objects (bucket_id, name, metadata)
    values ('listing-photos', ${path}, ${owner.json(JSON.parse(JSON.stringify(metadata)))})`
  await person.does((sql) => sql`insert into public.listing_photos (listing_id, path) values (${ad}, ${path})`)
}

async function published({ owner }: Market, person: Person, ad: string) {
  await person.does((sql) => sql`select public.publish_listing(${ad})`)
  const [row] = await owner<{ state: string; state_rule: string | null; state_reason: unknown }[]>`
    select state, state_rule, state_reason from public.listings where id = ${ad}`
  return row
}

/** A moderator's view of an ad in the queue. */
async function lineOf(mod: Person, ad: string) {
  const [row] = await mod.does(
    (sql) => sql<{ queue: { items: Record<string, unknown>[] } }[]>`select public.moderation_queue() as queue`,
  )
  return row?.queue.items.find(({ id }) => id === ad)
}

/** Anna has her chair published; the other person posts a photo with this hash under another title. */
async function postCopy(market: Market, other: Person, hash: string, ...seen: string[][]) {
  const anna = await market.trusted('Anna')
  const original = await market.draftOf(anna)
  await addPhoto(market, anna, original, CHAIR)
  await published(market, anna, original)
  const ad = await market.draftOf(other, { title: 'A chair that looks known' })
  await addPhoto(market, other, ad, hash, ...seen)
  return { anna, original, ad }
}

describe('a photo that is also in another user’s ad', () => {
  test('holds the ad of a new account for review, and shows moderators the other ad', () =>
    onMarket(async (market) => {
      const [ben, mod] = [await market.person('Ben'), await market.person('Mod')]
      await market.owner`update public.profiles set role = 'moderator' where id = ${mod.id}`
      const { original, ad } = await postCopy(market, ben, SMALL_CHAIR)
      expect(await published(market, ben, ad)).toMatchObject({
        state: 'pending_review',
        state_rule: expect.stringMatching(/^photo_elsewhere:/),
        state_reason: { code: 'SK188', name: 'held_photo_elsewhere', details: {} },
      })
      const [row] = await mod.does(
        (sql) => sql<{ others: object[] }[]>`select public.listing_file(${ad}) -> 'photos_elsewhere' as others`,
      )
      expect(row?.others).toEqual([expect.objectContaining({ id: original, same_seller: false })])
      expect(await lineOf(mod, ad)).toMatchObject({
        photos: [{ path: expect.stringContaining(ben.id) }],
        same_photos: [
          {
            ad: original,
            seller: { display_name: 'Anna S.', avatar_path: null },
            same_seller: false,
            other_path: expect.stringMatching(/jpg$/),
          },
        ],
      })

      await mod.does((sql) => sql`select public.review_listing(${ad}, 'approve')`)
      await ben.does(
        (sql) => sql`update public.listings set description = description || ' It is mine.' where id = ${ad}`,
      )
      expect(await ben.does((sql) => sql`select state from public.listings where id = ${ad}`)).toEqual([
        { state: 'active' },
      ])
    }))

  test('is accepted if it shows something else, or the account is known', () =>
    onMarket(async (market) => {
      const [ben, cleo] = [await market.person('Ben'), await market.trusted('Cleo')]
      const another = await postCopy(market, ben, TABLE)
      expect(await published(market, ben, another.ad)).toMatchObject({ state: 'active', state_rule: null })
      const same = await postCopy(market, cleo, BRIGHT_CHAIR)
      expect(await published(market, cleo, same.ad)).toMatchObject({ state: 'active' })
    }))

  test('is also detected when added to a published ad', () =>
    onMarket(async (market) => {
      const ben = await market.person('Ben')
      const { ad } = await postCopy(market, ben, TABLE)
      await published(market, ben, ad)
      await addPhoto(market, ben, ad, BRIGHT_CHAIR)
      const [row] = await ben.does((sql) => sql`select state, state_rule from public.my_listings where id = ${ad}`)
      expect(row).toMatchObject({ state: 'pending_review', state_rule: expect.stringMatching(/^photo_elsewhere:/) })
    }))
})

test('the same user cannot publish the same item twice', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const [first, second] = [await market.draftOf(anna), await market.draftOf(anna)]
    await addPhoto(market, anna, first, CHAIR)
    await addPhoto(market, anna, second, SMALL_CHAIR)
    await published(market, anna, first)
    const refusal = await anna.isRefused((sql) => sql`select public.publish_listing(${second})`)
    expect(refusal).toMatchObject({
      code: 'SK178',
      message: expect.stringContaining('You already have this in ad no.'),
    })
    // A second item with a distinct title is allowed; and once the first is sold, its slot is free.
    await anna.does((sql) => sql`update public.listings set title = 'The second reading chair' where id = ${second}`)
    expect(await published(market, anna, second)).toMatchObject({ state: 'active' })
    const third = await market.draftOf(anna)
    await addPhoto(market, anna, third, CHAIR)
    await anna.does((sql) => sql`select public.mark_listing_sold(${first})`)
    expect(await published(market, anna, third)).toMatchObject({ state: 'active' })
  }))

describe('a code in a photo', () => {
  test('of a new account’s ad is reviewed when it is a link', () =>
    onMarket(async (market) => {
      const [ben, cleo] = [await market.person('Ben'), await market.person('Cleo')]
      const led = await postCopy(market, ben, TABLE, ['https://pay.example/get'])
      expect(await published(market, ben, led.ad)).toMatchObject({
        state: 'pending_review',
        state_rule: expect.stringMatching(/^photo_code:/),
      })
      const plain = await postCopy(market, cleo, LAMP, ['SERIAL 0042'])
      expect(await published(market, cleo, plain.ad)).toMatchObject({ state: 'active' })
    }))

  test('in a conversation is checked like text', () =>
    onMarket(async (market) => {
      const [anna, ben] = [await market.trusted('Anna'), await market.person('Ben')]
      const talk = await market.talkAbout(await market.adOf(anna), ben)
      const send = async (person: Person, codes: string[]) => {
        const path = `${talk}/${person.id}/${randomUUID()}.jpg`
        await person.does(
          (sql) => sql`insert into storage.objects (bucket_id, name, metadata)
            values ('chat-photos', ${path}, ${sql.json({ width: 800, height: 600, codes })})`,
        )
        return (sql: Parameters<Parameters<Person['does']>[0]>[0]) =>
          sql<{ notice: string | null }[]>`select notice from public.send_photo(${talk}, ${path}, ${randomUUID()})`
      }
      const refusal = await ben.isRefused(await send(ben, ['https://souk-pay.example/card']))
      expect(refusal).toMatchObject({ code: 'SK179', message: expect.stringContaining('This photo shows a code') })
      expect(await ben.does(await send(ben, ['SERIAL 0042']))).toEqual([{ notice: null }])
      // Known accounts may send one, with a warning to the recipient.
      expect(await anna.does(await send(anna, ['https://forum.example/lamps']))).toEqual([{ notice: 'phishing_link' }])
    }))
})

describe('text in a photo', () => {
  test('of a new account’s ad is reviewed once when it contains contact details', () =>
    onMarket(async (market) => {
      const [ben, cleo, mod] = [await market.person('Ben'), await market.person('Cleo'), await market.person('Mod')]
      await market.owner`update public.profiles set role = 'moderator' where id = ${mod.id}`
      const written = await postCopy(market, ben, TABLE, [], ['Call me', '+351 912 345 678'])
      expect(await published(market, ben, written.ad)).toMatchObject({
        state: 'pending_review',
        state_rule: expect.stringMatching(/^photo_text:/),
      })
      await mod.does((sql) => sql`select public.review_listing(${written.ad}, 'approve')`)
      await ben.does(
        (sql) => sql`update public.listings set description = description || ' As new.' where id = ${written.ad}`,
      )
      expect(await ben.does((sql) => sql`select state from public.listings where id = ${written.ad}`)).toEqual([
        { state: 'active' },
      ])
      const box = await postCopy(market, cleo, LAMP, [], ['LAMP CO', 'www.lamp-co.example', '230 V 50 Hz', 'IP44 2019'])
      expect(await published(market, cleo, box.ad)).toMatchObject({ state: 'active' })
    }))

  test('in a conversation is checked like text, but never hidden', () =>
    onMarket(async (market) => {
      const [anna, ben] = [await market.trusted('Anna'), await market.person('Ben')]
      const talk = await market.talkAbout(await market.adOf(anna), ben)
      const sends = async (texts: string[]) => {
        const path = `${talk}/${ben.id}/${randomUUID()}.jpg`
        await ben.does(
          (sql) => sql`insert into storage.objects (bucket_id, name, metadata)
            values ('chat-photos', ${path}, ${sql.json({ width: 800, height: 600, texts })})`,
        )
        return (sql: Parameters<Parameters<Person['does']>[0]>[0]) =>
          sql<{ notice: string | null }[]>`select notice from public.send_photo(${talk}, ${path}, ${randomUUID()})`
      }
      expect(await ben.does(await sends(['LAMP CO', 'www.lamp-co.example']))).toEqual([{ notice: null }])
      expect(await ben.does(await sends(['Whatsapp me', '+351 912 345 678']))).toEqual([{ notice: expect.any(String) }])
      const verdicts = await market.owner`select action, pattern from public.message_verdicts
        where conversation_id = ${talk} and action <> 'allow'`
      expect(verdicts).toEqual([{ action: 'warn', pattern: expect.any(String) }])
      const paid = 'I have paid by courier. To receive the money enter your card at https://souk-pay.example/card'
      const refusal = await ben.isRefused(await sends(paid.split('. ')))
      expect(refusal).toMatchObject({ code: 'SK180', message: expect.stringContaining('This photo contains text') })
    }))
})

test('photo hashes cannot be read by anyone', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    for (const person of [anna, market.visitor]) {
      expect((await person.isRefused((sql) => sql`select * from private.photo_prints`)).code).toBe('42501')
      expect((await person.isRefused((sql) => sql`select * from private.copies_of_photos(${randomUUID()})`)).code).toBe(
        '42501',
      )
    }
  }))

/** Marks the ad's photo as processed by storage, or failed. */
async function markProcessed({ owner }: Market, ad: string, found: { texts?: string[]; reading?: 'failed' }) {
  await owner`
    update storage.objects object set metadata = (object.metadata - 'reading') || ${owner.json(found)}
    from public.listing_photos photo
    where photo.listing_id = ${ad} and object.name = photo.path and object.metadata ->> 'reading' = 'waiting'`
  const [row] = await owner<{ state: string; state_rule: string | null; first_published_at: Date | null }[]>`
    select state, state_rule, first_published_at from public.listings where id = ${ad}`
  return row
}

describe('an unprocessed photo', () => {
  const UNREAD = { reading: 'waiting' }

  test('holds the ad of a new account until it is processed, and no longer', () =>
    onMarket(async (market) => {
      const ben = await market.person('Ben')
      const { ad } = await postCopy(market, ben, TABLE)
      await addPhoto(market, ben, ad, LAMP, UNREAD)
      expect(await published(market, ben, ad)).toMatchObject({
        state: 'pending_review',
        state_rule: expect.stringMatching(/^photo_waiting:/),
        state_reason: { code: 'SK191', name: 'held_photo_waiting', details: {} },
      })
      const row = await markProcessed(market, ad, {})
      expect(row).toMatchObject({ state: 'active', state_rule: null, first_published_at: expect.any(Date) })
    }))

  test('holds it for review if contact details are found, or if it cannot be processed', () =>
    onMarket(async (market) => {
      const [ben, cleo, mod] = [await market.person('Ben'), await market.person('Cleo'), await market.person('Mod')]
      await market.owner`update public.profiles set role = 'moderator' where id = ${mod.id}`
      const written = await postCopy(market, ben, TABLE)
      await addPhoto(market, ben, written.ad, LAMP, UNREAD)
      await published(market, ben, written.ad)
      expect(await lineOf(mod, written.ad)).toBeUndefined() // not in the queue yet
      expect(await markProcessed(market, written.ad, { texts: ['Call me', '+351 912 345 678'] })).toMatchObject({
        state: 'pending_review',
        state_rule: expect.stringMatching(/^photo_text:/),
      })
      const damaged = await postCopy(market, cleo, '5555aaaa33cc0ff0')
      await addPhoto(market, cleo, damaged.ad, 'c3a5960f69f03c5a', UNREAD)
      await published(market, cleo, damaged.ad)
      expect(await markProcessed(market, damaged.ad, { reading: 'failed' })).toMatchObject({
        state: 'pending_review',
        state_rule: expect.stringMatching(/^photo_unread:/),
      })
      expect(await lineOf(mod, damaged.ad)).toMatchObject({ kind: 'ad' })
    }))

  test('hides a published ad it is added to, until it has been processed', () =>
    onMarket(async (market) => {
      const ben = await market.person('Ben')
      const { ad } = await postCopy(market, ben, TABLE)
      await published(market, ben, ad)
      await addPhoto(market, ben, ad, LAMP, UNREAD)
      expect(await ben.does((sql) => sql`select state from public.listings where id = ${ad}`)).toEqual([
        { state: 'pending_review' },
      ])
      expect(await markProcessed(market, ad, {})).toMatchObject({ state: 'active' })
    }))

  test('of a suspended account never goes live automatically', () =>
    onMarket(async (market) => {
      const ben = await market.person('Ben')
      const { ad } = await postCopy(market, ben, TABLE)
      await addPhoto(market, ben, ad, LAMP, UNREAD)
      await published(market, ben, ad)
      await market.owner`update public.profiles set standing = 'suspended' where id = ${ben.id}`
      expect(await markProcessed(market, ad, {})).toMatchObject({ state: 'pending_review' })
    }))

  test('cannot be sent in a conversation', () =>
    onMarket(async (market) => {
      const [anna, ben] = [await market.trusted('Anna'), await market.person('Ben')]
      const talk = await market.talkAbout(await market.adOf(anna), ben)
      const path = `${talk}/${ben.id}/${randomUUID()}.jpg`
      const note = (metadata: object) =>
        market.owner`update storage.objects set metadata = ${market.owner.json(JSON.parse(JSON.stringify(metadata)))} where name = ${path}`
      const say = (sql: Parameters<Parameters<Person['does']>[0]>[0]) =>
        sql`select id from public.send_photo(${talk}, ${path}, ${randomUUID()})`
      await ben.does(
        (sql) => sql`insert into storage.objects (bucket_id, name, metadata)
          values ('chat-photos', ${path}, ${sql.json({ width: 800, height: 600, reading: 'waiting' })})`,
      )
      expect(await ben.isRefused(say)).toMatchObject({ code: 'SK181' })
      await note({ width: 800, height: 600, reading: 'failed' })
      expect(await ben.isRefused(say)).toMatchObject({ code: 'SK182', message: expect.stringContaining('another one') })
      await note({ width: 800, height: 600 })
      expect(await ben.does(say)).toHaveLength(1)
    }))
})

import type { TransactionSql } from 'souk-backend/postgres'
import { describe, expect, test } from 'vitest'
import { onMarket } from './database.ts'

const CONTACTS = [
  'Call 912345678',
  '9l2 34S 67B',
  'nine-one-two 345678',
  'anna@example.com',
  'see www.sofas.example',
  'insta: anna.sells',
]
const REMOVE = expect.stringMatching(/^Remove the |^Leave out links/)

describe.each(CONTACTS)('the contact “%s”', (contact) => {
  test('is refused in places, photo descriptions, names and vacation notes', () =>
    onMarket(async (market) => {
      const anna = await market.trusted('Anna')
      const ad = await market.adOf(anna)
      const writes: ((sql: TransactionSql) => Promise<unknown>)[] = [
        (sql) => sql`insert into public.listings (city) values (${contact})`,
        (sql) => sql`update public.listings set area = ${contact} where id = ${ad}`,
        (sql) => sql`update public.listing_photos set alt = ${contact} where listing_id = ${ad}`,
        (sql) => sql`update public.profiles set display_name = ${contact} where id = ${anna.id}`,
        (sql) => sql`update public.profiles set city = ${contact} where id = ${anna.id}`,
        (sql) => sql`select public.set_vacation(current_date, current_date + 3, ${contact})`,
      ]
      for (const write of writes) expect(await anna.isRefused(write)).toMatchObject({ status: 422, message: REMOVE })
    }))
})

test('places, names and descriptions of the demo market, and ordinary ones, are accepted', () =>
  onMarket(async ({ owner }) => {
    const wrong = await owner`
      select said, part, private.short_text_problem(said, part) as problem from (
        select distinct concat_ws(' · ', area, city), 'place' from public.listings
        union select distinct alt, 'alt' from public.listing_photos where alt <> ''
        union select display_name, 'name' from public.sellers
        union select name, 'place' from (select name from private.places order by name limit 3000) as towns
        union select unnest(array['1000-001 Lisboa', '10115 Berlin', 'St. Gallen', 'Praça 25 de Abril', 'Paris 15e', '4050-123 Porto']), 'place'
        union select unnest(array['João P.', 'Anne-Marie', 'Möbel Meyer 1975', 'Two Sisters', 'D. Costa']), 'name'
        union select unnest(array['Lens 18-55 mm, f/3.5-5.6', '2 chairs, 45 x 45 x 90 cm', 'iPhone 5s, 16 GB']), 'alt'
      ) as given (said, part) where private.short_text_problem(said, part) is not null`
    expect(wrong).toEqual([])
    expect(
      await owner`select display_name from public.sellers where not is_demo and private.is_reserved_name(display_name)`,
    ).toEqual([])
  }))

test.each([
  'Souk Support',
  'Ѕоuk',
  'S0uk Team',
  'S o u k',
  'SoukPay',
  'ꜱᴜᴘᴘᴏʀᴛ',
  'Suporte Lisboa',
  'Atención al cliente',
  'Kundenservice',
  '🅂🄾🅄🄺',
  'Adm1n',
])('the name “%s” is reserved for the market and its staff', (name) =>
  onMarket(async (market) => {
    await market.owner`select private.set_brand_name('Souk')`
    const [anna, mona] = [await market.person('Anna'), await market.person('Mona')]
    await market.owner`update public.profiles set role = 'moderator' where id = ${mona.id}`
    const call = (id: string) => (sql: TransactionSql) =>
      sql`update public.profiles set display_name = ${name} where id = ${id} returning id`
    expect((await anna.isRefused(call(anna.id))).message).toBe(
      'Choose another name. This one could be mistaken for our staff.',
    )
    expect(await mona.does(call(mona.id))).toHaveLength(1)
    const impostor = await market.person(name)
    const [seller] = await market.owner<
      { display_name: string }[]
    >`select display_name from public.sellers where id = ${impostor.id}`
    expect(seller?.display_name).toMatch(/^Member /)
  }),
)

test.each(['Anna Silva', 'Souki', 'Soukaina', 'Amin', 'Teamo', 'Official Records'.replace('Official', 'Offbeat')])(
  '“%s” is allowed as a name',
  (name) =>
    onMarket(async (market) => {
      await market.owner`select private.set_brand_name('Souk')`
      expect(await market.owner`select private.is_reserved_name(${name}) as taken`).toEqual([{ taken: false }])
    }),
)

test.each(['/../../other/x.png', '/./x.png', '/a/../../x.png', '//x.png', '/x\\y.png', '/'])(
  'a profile picture cannot be at <own id>%s',
  (path) =>
    onMarket(async (market) => {
      const anna = await market.person('Anna')
      const set = (end: string) => (sql: TransactionSql) =>
        sql`update public.profiles set avatar_path = ${anna.id + end} where id = ${anna.id} returning id`
      expect((await anna.isRefused(set(path))).code).toBe('23514')
      expect(await anna.does(set('/c0ffee.webp'))).toHaveLength(1)
    }),
)

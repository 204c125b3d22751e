import { expect, test } from 'vitest'
import { onMarket } from './database.ts'

interface Town {
  readonly city: string
  readonly country: string
  readonly lat: number
}

test.each([
  ['lis', 'Lisbon', 'PT'],
  ['Lisboa', 'Lisbon', 'PT'],
  ['munch', 'Munich', 'DE'],
  ['MÜNCH', 'Munich', 'DE'],
  ['gaia', 'Vila Nova de Gaia', 'PT'],
  ['vila nova de g', 'Vila Nova de Gaia', 'PT'],
  ['new y', 'New York City', 'US'],
])('typing "%s" finds %s first', (q, city, country) =>
  onMarket(async ({ visitor }) => {
    const [row] = await visitor.does((sql) => sql<{ towns: Town[] }[]>`select public.suggest_places(${q}) as towns`)
    expect(row?.towns[0]).toMatchObject({ city, country })
    expect(row?.towns.length).toBeLessThanOrEqual(6)
  }),
)

test('a village in the home country comes before a large town abroad', () =>
  onMarket(async ({ visitor }) => {
    const first = async (q: string, home: string) => {
      const [row] = await visitor.does(
        (sql) => sql<{ towns: Town[] }[]>`select public.suggest_places(${q}, home => ${home}) as towns`,
      )
      return row?.towns[0]?.country
    }
    expect([await first('vil', 'PT'), await first('vil', 'LT'), await first('vil', 'FR')]).toEqual(['PT', 'LT', 'FR'])
  }))

test('one letter, an empty or unknown name find nothing; the table is read-only', () =>
  onMarket(async ({ visitor }) => {
    for (const q of ['l', '', 'qqxzzy', "' | & !"]) {
      const [row] = await visitor.does((sql) => sql<{ towns: Town[] }[]>`select public.suggest_places(${q}) as towns`)
      expect(row?.towns, q).toEqual([])
    }
    expect((await visitor.isRefused((sql) => sql`update private.places set name = 'X'`)).code).toBe('42501')
  }))

test('suggested places are those of live ads; an empty market suggests the largest towns of its country', () =>
  onMarket(async (market) => {
    const places = async () => {
      const [row] = await market.visitor.does(
        (sql) => sql<{ places: Town[] }[]>`select public.market_places() as places`,
      )
      return row?.places ?? []
    }
    await market.owner`update public.listings set state = 'paused' where state = 'active'`
    const towns = await places()
    expect(towns).toHaveLength(12)
    expect(towns[0]).toMatchObject({ area: '', city: 'Lisbon', country: 'PT' })
    const ad = await market.adOf(await market.trusted('Anna'))
    await market.owner`update public.listings set area = 'Mitte', city = 'Berlin', country = 'DE', lat = 52.52, lng = 13.4 where id = ${ad}`
    expect(await places()).toMatchObject([{ area: 'Mitte', city: 'Berlin', country: 'DE' }])
  }))

test('names are normalised like search terms', () =>
  onMarket(async ({ owner }) => {
    const differing = await owner`
      select name, folded from private.places
      where not string_to_array(folded, ' ') @> private.search_words(name) limit 5`
    expect(differing).toEqual([])
    const [row] = await owner<{ towns: number }[]>`select count(*)::integer as towns from private.places`
    expect(row?.towns).toBeGreaterThan(10_000)
  }))

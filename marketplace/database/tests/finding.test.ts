import type { TransactionSql } from 'souk-backend/postgres'
import { expect, test } from 'vitest'
import { onMarket } from './database.ts'

/** Requests of browsing pages besides search. */
const fateOf = (ad: string) => async (sql: TransactionSql) => {
  const [row] = await sql<{ fate: { fate: string; category: string | null } }[]>`
    select public.listing_fate(${ad}) as fate`
  return row?.fate
}

test('a map gets the largest towns in view, and none beyond its edges', () =>
  onMarket(async ({ visitor }) => {
    const [row] = await visitor.does(
      (sql) => sql<{ towns: { name: string; lat: number; lng: number; people: number }[] }[]>`
        select public.places_within(-9.5, 38.6, -8.9, 38.9, 5) as towns`,
    )
    const towns = row?.towns ?? []
    expect(towns).toHaveLength(5)
    expect(towns[0]?.name).toBe('Lisbon')
    expect(towns.map(({ people }) => people)).toEqual(towns.map(({ people }) => people).sort((a, b) => b - a))
    for (const { lat, lng } of towns) expect([lat > 38.6, lat < 38.9, lng > -9.5, lng < -8.9]).not.toContain(false)

    const [sea] = await visitor.does((sql) => sql`select public.places_within(-30, 40, -29, 41) as towns`)
    expect(sea?.towns).toEqual([])
    const [many] = await visitor.does(
      (sql) => sql`select jsonb_array_length(public.places_within(-180, -85, 180, 85, 100000)) as found`,
    )
    expect(many?.found).toBe(100)
  }))

test('the status of an unavailable ad is readable without its content: ended, hidden or unknown', () =>
  onMarket(async ({ owner, trusted, adOf, draftOf, visitor }) => {
    const anna = await trusted('Anna')
    const [over, hidden, shown] = [await adOf(anna), await adOf(anna), await adOf(anna)]
    await anna.does((sql) => sql`select from public.delete_listing(${over})`)
    await owner`update public.listings set state = 'hidden', state_before = 'active', state_reason = '"A rule."' where id = ${hidden}`
    const draft = await draftOf(anna)
    const [ad] = await owner<{ category: string }[]>`select category from public.listings where id = ${over}`

    expect(await visitor.does(fateOf(over))).toEqual({ fate: 'gone', category: ad?.category })
    expect(await visitor.does(fateOf(hidden))).toMatchObject({ fate: 'hidden' })
    expect(await visitor.does(fateOf(shown))).toMatchObject({ fate: 'shown' })
    // A draft is reported as unknown, like an ad that never existed.
    const never = { fate: 'unknown', category: null }
    expect(await visitor.does(fateOf(draft))).toEqual(never)
    expect(await visitor.does(fateOf('00000000-0000-4000-8000-000000000000'))).toEqual(never)
    expect(await visitor.does((sql) => sql`select id from public.listings where id in (${over}, ${hidden})`)).toEqual(
      [],
    )
  }))

test('published ratings are counted by stars', () =>
  onMarket(async ({ owner, trusted, person, visitor }) => {
    const [anna, ben] = [await trusted('Anna'), await person('Ben')]
    await owner`
      insert into public.reviews (subject_id, author_id, rating, state) values
        (${anna.id}, ${ben.id}, 5, 'published'), (${anna.id}, null, 5, 'published'),
        (${anna.id}, null, 2, 'published'), (${anna.id}, null, 1, 'submitted')`
    const [row] = await visitor.does((sql) => sql`select public.rating_counts(${anna.id}) as counts`)
    expect(row?.counts).toEqual([
      { rating: 5, count: 2 },
      { rating: 4, count: 0 },
      { rating: 3, count: 0 },
      { rating: 2, count: 1 },
      { rating: 1, count: 0 },
    ])
  }))

import { expect, test } from 'vitest'
import type { Refusal } from '../../contract/refusals/refusal.ts'
import { onMarket, type Person, said } from './database.ts'

interface Result {
  id: string
  done: boolean
  state?: string
  price_minor?: number
  refusal?: Refusal
}

async function change(person: Person, ids: readonly string[], verb: string, percent: number | null = null) {
  const [row] = await person.does(
    (sql) =>
      sql<
        { results: Result[] }[]
      >`select public.bulk_change_listings(${[...ids]}::uuid[], ${verb}, ${percent}) as results`,
  )
  const results = (row?.results ?? []).map(({ refusal, ...result }) => ({
    ...result,
    ...(refusal ? { reason: said(refusal) } : {}),
  }))
  return new Map(results.map((result) => [result.id, result]))
}

test('pauses and resumes many ads together, and reports failures by row', () =>
  onMarket(async ({ trusted, adOf, draftOf, owner }) => {
    const [anna, ben] = [await trusted('Anna'), await trusted('Ben')]
    const [first, second, draft, foreign] = [await adOf(anna), await adOf(anna), await draftOf(anna), await adOf(ben)]
    const paused = await change(anna, [first, second, draft, foreign, first], 'pause')
    expect([...paused.keys()].sort()).toEqual([first, second, draft, foreign].sort())
    expect(paused.get(first)).toMatchObject({ done: true, state: 'paused' })
    expect(paused.get(second)).toMatchObject({ done: true, state: 'paused' })
    expect(paused.get(draft)).toEqual({ id: draft, done: false, reason: 'Only live ads can be paused.' })
    expect(paused.get(foreign)).toEqual({
      id: foreign,
      done: false,
      reason: 'This ad doesn’t exist, or it isn’t yours.',
    })
    expect(await owner`select state from public.listings where id = ${foreign}`).toEqual([{ state: 'active' }])
    expect((await change(anna, [first, second], 'resume')).get(second)).toMatchObject({ done: true, state: 'active' })
  }))

test('extends and deletes ads by the same rules as the single actions', () =>
  onMarket(async ({ trusted, adOf, owner }) => {
    const anna = await trusted('Anna')
    const [soon, late] = [await adOf(anna), await adOf(anna)]
    await owner`update public.listings set expires_at = now() + interval '2 days' where id = ${soon}`
    await owner`update public.listings set expires_at = now() + interval '20 days' where id = ${late}`
    const extended = await change(anna, [soon, late], 'extend')
    expect(extended.get(soon)?.done).toBe(true)
    expect(extended.get(late)?.reason).toMatch(/^This ad runs until /)
    expect((await change(anna, [soon, late], 'delete')).get(late)).toMatchObject({ done: true, state: 'deleted' })
  }))

test('reduces prices by percent to whole units, but no missing or negotiable ones', () =>
  onMarket(async ({ trusted, adOf, owner }) => {
    const anna = await trusted('Anna')
    const [chair, wish, taken] = [
      await adOf(anna, { price_minor: 9900 }),
      await adOf(anna, { price_type: 'on_request', price_minor: null }),
      await adOf(anna, { price_minor: 5000 }),
    ]
    await anna.does((sql) => sql`select public.reserve_listing(${taken})`)
    const results = await change(anna, [chair, wish, taken], 'price', -15)
    expect(results.get(chair)).toMatchObject({ done: true, price_minor: 8400 })
    expect(results.get(wish)?.reason).toBe('This ad has no price to change.')
    expect(results.get(taken)?.reason).toBe('You can’t change the price once an item is reserved or sold.')
    expect(await owner`select previous_price_minor from public.listings where id = ${chair}`).toEqual([
      { previous_price_minor: 9900 },
    ])
    // The rules for single edits apply here as well.
    await change(anna, [chair], 'price', -90)
    expect((await change(anna, [chair], 'price', -90)).get(chair)).toMatchObject({
      done: false,
      reason: expect.stringMatching(/price/),
    })
  }))

test('a bulk change that is unknown, empty or too large is refused, and always for visitors', () =>
  onMarket(async ({ trusted, visitor, adOf }) => {
    const anna = await trusted('Anna')
    const ad = await adOf(anna)
    const bulk = (ids: string[], verb: string, percent: number | null = null) =>
      anna.isRefused((sql) => sql`select public.bulk_change_listings(${ids}::uuid[], ${verb}, ${percent})`)
    expect((await bulk([ad], 'sell')).code).toBe('SK009')
    expect((await bulk([], 'pause')).code).toBe('SK119')
    expect((await bulk([ad], 'price')).code).toBe('SK120')
    expect((await bulk([ad], 'price', -95)).code).toBe('SK120')
    expect((await bulk([ad], 'pause', 10)).code).toBe('SK120')
    const many = Array.from({ length: 51 }, () => crypto.randomUUID())
    expect((await bulk(many, 'pause')).message).toBe('Select 1 to 50 ads at a time.')
    const refused = await visitor.isRefused(
      (sql) => sql`select public.bulk_change_listings(array[${ad}]::uuid[], 'pause')`,
    )
    expect(refused.code).toBe('42501')
  }))

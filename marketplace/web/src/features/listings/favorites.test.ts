import { beforeEach, expect, test, vi } from 'vitest'

const account = vi.hoisted(() => ({ rows: new Set<string>(), gone: new Set<string>(), asked: 0 }))
vi.mock('../../lib/data/supabase.ts', () => ({
  supabase: {
    auth: { onAuthStateChange: vi.fn() },
    from: () => ({
      select: () => ({
        limit: async () => ({ data: [...account.rows].map((listing_id) => ({ listing_id })), error: null }),
      }),
      upsert: async (rows: { listing_id: string }[]) => {
        account.asked += 1
        if (rows.some(({ listing_id }) => account.gone.has(listing_id))) return { error: { code: '23503' } }
        for (const { listing_id } of rows) account.rows.add(listing_id)
        return { error: null }
      },
    }),
  },
}))

const { favoritesQuery, favoritesToMerge, guestFavorites } = await import('./favorites.ts')
const heart = (id: string) => ({ id })

beforeEach(() => {
  account.rows.clear()
  account.gone.clear()
  account.asked = 0
  guestFavorites.clear()
})

test('only ads that the account lacks are merged, each once', () => {
  expect(favoritesToMerge([heart('a'), heart('b'), heart('a')], new Set(['b']))).toEqual(['a'])
})

test('signing in moves guest favorites into the account and clears the browser', async () => {
  account.rows.add('b')
  account.gone.add('c')
  for (const id of ['a', 'b', 'c']) guestFavorites.put(heart(id))

  const load = favoritesQuery('me').queryFn as () => Promise<Set<string>>
  expect(await load()).toEqual(new Set(['a', 'b']))
  expect(account.rows).toEqual(new Set(['a', 'b']))
  expect(guestFavorites.read()).toEqual([])
})

test('many guest favorites are moved in one request, and a deleted ad does not affect the others', async () => {
  const ids = Array.from({ length: 100 }, (_, at) => `ad-${at}`)
  for (const id of ids) guestFavorites.put(heart(id))
  const load = favoritesQuery('me').queryFn as () => Promise<Set<string>>
  expect(await load()).toEqual(new Set(ids))
  expect(account.asked).toBe(1)

  account.rows.clear()
  account.gone.add('ad-41')
  for (const id of ids) guestFavorites.put(heart(id))
  expect(await load()).toEqual(new Set(ids.filter((id) => id !== 'ad-41')))
})

test('a guest has one entry per ad, newest first', () => {
  guestFavorites.put(heart('a'))
  guestFavorites.put(heart('b'))
  guestFavorites.put(heart('a'))
  expect(guestFavorites.read()).toEqual([heart('a'), heart('b')])
  guestFavorites.remove('a')
  expect(guestFavorites.read()).toEqual([heart('b')])
})

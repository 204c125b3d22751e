import { beforeEach, expect, test, vi } from 'vitest'

const account = vi.hoisted(() => ({ rows: new Set<string>(), gone: new Set<string>() }))
vi.mock('../../app/supabase.ts', () => ({
  supabase: {
    auth: { onAuthStateChange: vi.fn() },
    from: () => ({
      select: () => ({
        limit: async () => ({ data: [...account.rows].map((listing_id) => ({ listing_id })), error: null }),
      }),
      upsert: async ({ listing_id }: { listing_id: string }) => {
        if (account.gone.has(listing_id)) return { error: { code: '23503' } }
        account.rows.add(listing_id)
        return { error: null }
      },
    }),
  },
}))

const { favouritesQuery, favouritesToMerge, guestFavourites } = await import('./favourites.ts')
const heart = (id: string) => ({ id })

beforeEach(() => {
  account.rows.clear()
  account.gone.clear()
  guestFavourites.clear()
})

test('only hearts that the account lacks are merged, each once', () => {
  expect(favouritesToMerge([heart('a'), heart('b'), heart('a')], new Set(['b']))).toEqual(['a'])
})

test('signing in moves the hearts of the guest into the account and empties the browser', async () => {
  account.rows.add('b')
  account.gone.add('c')
  for (const id of ['a', 'b', 'c']) guestFavourites.put(heart(id))

  const load = favouritesQuery('me').queryFn as () => Promise<Set<string>>
  expect(await load()).toEqual(new Set(['a', 'b']))
  expect(account.rows).toEqual(new Set(['a', 'b']))
  expect(guestFavourites.read()).toEqual([])
})

test('a guest keeps one entry per ad, newest first', () => {
  guestFavourites.put(heart('a'))
  guestFavourites.put(heart('b'))
  guestFavourites.put(heart('a'))
  expect(guestFavourites.read()).toEqual([heart('a'), heart('b')])
  guestFavourites.remove('a')
  expect(guestFavourites.read()).toEqual([heart('b')])
})

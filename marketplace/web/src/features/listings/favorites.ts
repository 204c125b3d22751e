import type { PostgrestError } from '@supabase/supabase-js'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { theClient } from '../../lib/data/client.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { localList } from './local-list.ts'
import { useViewerId, type ViewerId } from './viewer.ts'

/** A saved ad. The database records its price at that time. */
export interface Favorite {
  id: string
}

const MAX_FAVOURITES = 500
/** The ad is deleted (foreign key), or hidden from this user (row level security). */
const GONE = ['23503', '42501']

/** Ads saved by a visitor, until sign-in. */
export const guestFavorites = localList<Favorite>('favorites', MAX_FAVOURITES, isFavorite)

/** Ads saved as a guest that the account does not have yet, each once. */
export function favoritesToMerge(guest: readonly Favorite[], account: ReadonlySet<string>): string[] {
  return [...new Set(guest.map(({ id }) => id))].filter((id) => !account.has(id))
}

/** The account's saved ads. Guest favorites in this browser are moved into the account first. */
export function favoritesQuery(viewerId: ViewerId) {
  return queryOptions({
    queryKey: keys.favorites(viewerId),
    queryFn: async () => {
      const account = await readFavorites()
      const missing = favoritesToMerge(guestFavorites.read(), account)
      for (const id of await mergeFavorites(missing)) account.add(id)
      guestFavorites.clear()
      return account
    },
    enabled: typeof viewerId === 'string',
  })
}

/** Whether each ad is saved, and a function to toggle it. Updates are optimistic and rolled back when refused. */
export function useFavorites(onFailure: () => void) {
  const viewerId = useViewerId()
  const queryClient = useQueryClient()
  const account = useQuery(favoritesQuery(viewerId))
  const guest = useSyncExternalStore(guestFavorites.subscribe, guestFavorites.read, guestFavorites.onServer)
  const ids = useMemo(
    () => (viewerId ? (account.data ?? new Set<string>()) : new Set(guest.map(({ id }) => id))),
    [viewerId, account.data, guest],
  )
  const change = useMutation(favoriteChange(queryClient, viewerId, onFailure))

  return {
    has: (listingId: string) => ids.has(listingId),
    toggle(listingId: string) {
      const saved = ids.has(listingId)
      if (viewerId) change.mutate({ listingId, save: !saved })
      else if (saved) guestFavorites.remove(listingId)
      else guestFavorites.put({ id: listingId })
    },
  }
}

interface Change {
  listingId: string
  save: boolean
}

function favoriteChange(queryClient: QueryClient, viewerId: ViewerId, onFailure: () => void) {
  const { queryKey } = favoritesQuery(viewerId)
  const apply = ({ listingId, save }: Change) =>
    queryClient.setQueryData(queryKey, (before: Set<string> | undefined) => {
      const after = new Set(before)
      if (save) after.add(listingId)
      else after.delete(listingId)
      return after
    })
  return {
    mutationFn: async ({ listingId, save }: Change) => {
      const error = save ? await insertFavorites([listingId]) : await deleteFavorite(listingId)
      if (error) throw error
    },
    onMutate: async (change: Change) => {
      await queryClient.cancelQueries({ queryKey })
      apply(change)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.dashboard() }),
    // Roll back only this ad: others may have changed in the meantime.
    onError: (_error: Error, { listingId, save }: Change) => {
      apply({ listingId, save: !save })
      onFailure()
    },
  }
}

async function readFavorites(): Promise<Set<string>> {
  const client = await theClient()
  const { data, error } = await client.from('favorites').select('listing_id').limit(MAX_FAVOURITES)
  if (error) throw error
  return new Set(data.map((row) => row.listing_id))
}

/** Moves guest favorites in a single request if possible; resolves to those that are now in the account. Deleted ads are dropped. */
async function mergeFavorites(ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const error = await insertFavorites(ids)
  if (!error) return ids
  if (!GONE.includes(error.code)) throw error
  if (ids.length === 1) return []
  const half = Math.ceil(ids.length / 2)
  return [...(await mergeFavorites(ids.slice(0, half))), ...(await mergeFavorites(ids.slice(half)))]
}

/** Saves ads; idempotent. */
async function insertFavorites(ids: readonly string[]): Promise<PostgrestError | null> {
  const client = await theClient()
  const { error } = await client.from('favorites').upsert(
    ids.map((listing_id) => ({ listing_id })),
    { onConflict: 'user_id,listing_id', ignoreDuplicates: true },
  )
  return error
}

async function deleteFavorite(listingId: string): Promise<PostgrestError | null> {
  const client = await theClient()
  const { error } = await client.from('favorites').delete().eq('listing_id', listingId)
  return error
}

function isFavorite(value: unknown): value is Favorite {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

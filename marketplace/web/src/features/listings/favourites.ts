import type { PostgrestError } from '@supabase/supabase-js'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { theClient } from '../../app/client.ts'
import { localList } from './local-list.ts'
import { useViewerId, type ViewerId } from './viewer.ts'

/** A saved ad. What it cost at that time is noted by the database. */
export interface Favourite {
  id: string
}

const MAX_FAVOURITES = 500
/** The ad is deleted, or hidden from this reader: foreign key and row level security. */
const GONE = ['23503', '42501']

/** What a visitor saved, until sign-in. */
export const guestFavourites = localList<Favourite>('favourites', MAX_FAVOURITES, isFavourite)

/** Ads that a guest saved and the account does not have yet, each once. */
export function favouritesToMerge(guest: readonly Favourite[], account: ReadonlySet<string>): string[] {
  return [...new Set(guest.map(({ id }) => id))].filter((id) => !account.has(id))
}

/** The account's saved ads. Guest hearts found in this browser are moved into the account first. */
export function favouritesQuery(viewerId: ViewerId) {
  return queryOptions({
    queryKey: ['favourites', viewerId],
    queryFn: async () => {
      const account = await readFavourites()
      const missing = favouritesToMerge(guestFavourites.read(), account)
      for (const id of await mergeFavourites(missing)) account.add(id)
      guestFavourites.clear()
      return account
    },
    enabled: typeof viewerId === 'string',
  })
}

/** Whether each ad is saved, and the way to change it. Changes show at once and are taken back when the server refuses. */
export function useFavourites(onFailure: () => void) {
  const viewerId = useViewerId()
  const queryClient = useQueryClient()
  const account = useQuery(favouritesQuery(viewerId))
  const guest = useSyncExternalStore(guestFavourites.subscribe, guestFavourites.read, guestFavourites.drawn)
  const ids = useMemo(
    () => (viewerId ? (account.data ?? new Set<string>()) : new Set(guest.map(({ id }) => id))),
    [viewerId, account.data, guest],
  )
  const change = useMutation(favouriteChange(queryClient, viewerId, onFailure))

  return {
    has: (listingId: string) => ids.has(listingId),
    toggle(listingId: string) {
      const saved = ids.has(listingId)
      if (viewerId) change.mutate({ listingId, save: !saved })
      else if (saved) guestFavourites.remove(listingId)
      else guestFavourites.put({ id: listingId })
    },
  }
}

interface Change {
  listingId: string
  save: boolean
}

function favouriteChange(queryClient: QueryClient, viewerId: ViewerId, onFailure: () => void) {
  const { queryKey } = favouritesQuery(viewerId)
  const apply = ({ listingId, save }: Change) =>
    queryClient.setQueryData(queryKey, (before: Set<string> | undefined) => {
      const after = new Set(before)
      if (save) after.add(listingId)
      else after.delete(listingId)
      return after
    })
  return {
    mutationFn: async ({ listingId, save }: Change) => {
      const error = save ? await insertFavourites([listingId]) : await deleteFavourite(listingId)
      if (error) throw error
    },
    onMutate: async (change: Change) => {
      await queryClient.cancelQueries({ queryKey })
      apply(change)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
    // Only this heart goes back: another one may have changed in the meantime.
    onError: (_error: Error, { listingId, save }: Change) => {
      apply({ listingId, save: !save })
      onFailure()
    },
  }
}

async function readFavourites(): Promise<Set<string>> {
  const client = await theClient()
  const { data, error } = await client.from('favorites').select('listing_id').limit(MAX_FAVOURITES)
  if (error) throw error
  return new Set(data.map((row) => row.listing_id))
}

/** Moves the hearts of a guest, all at once where it can be; resolves to those that are in the account. Hearts of ads that are gone are dropped. */
async function mergeFavourites(ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const error = await insertFavourites(ids)
  if (!error) return ids
  if (!GONE.includes(error.code)) throw error
  if (ids.length === 1) return []
  const half = Math.ceil(ids.length / 2)
  return [...(await mergeFavourites(ids.slice(0, half))), ...(await mergeFavourites(ids.slice(half)))]
}

/** Saves ads; saving one twice is fine. */
async function insertFavourites(ids: readonly string[]): Promise<PostgrestError | null> {
  const client = await theClient()
  const { error } = await client.from('favorites').upsert(
    ids.map((listing_id) => ({ listing_id })),
    { onConflict: 'user_id,listing_id', ignoreDuplicates: true },
  )
  return error
}

async function deleteFavourite(listingId: string): Promise<PostgrestError | null> {
  const client = await theClient()
  const { error } = await client.from('favorites').delete().eq('listing_id', listingId)
  return error
}

function isFavourite(value: unknown): value is Favourite {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { supabase } from '../../app/supabase.ts'
import { localList } from './local-list.ts'
import { useViewerId, type ViewerId } from './viewer.ts'

/** A saved ad and what it cost when it was saved, so that a later drop can be told. */
export interface Favourite {
  id: string
  priceMinor: number | null
}

const MAX_FAVOURITES = 500
const FOREIGN_KEY_VIOLATION = '23503'

/** What a visitor saved, until sign-in. */
export const guestFavourites = localList<Favourite>('favourites', MAX_FAVOURITES, isFavourite)

/** Guest hearts that the account does not have yet, as rows to insert. The account's own price note wins. */
export function favouritesToMerge(guest: readonly Favourite[], account: ReadonlySet<string>) {
  const missing = new Map(guest.filter(({ id }) => !account.has(id)).map((favourite) => [favourite.id, favourite]))
  return [...missing.values()].map(({ id, priceMinor }) => ({ listing_id: id, seen_price_minor: priceMinor }))
}

/** The account's saved ads. Guest hearts found in this browser are moved into the account first. */
export function favouritesQuery(viewerId: ViewerId) {
  return queryOptions({
    queryKey: ['favourites', viewerId],
    queryFn: async () => {
      const account = await readFavourites()
      const missing = favouritesToMerge(guestFavourites.read(), account)
      for (const row of missing) if (await insertFavourite(row)) account.add(row.listing_id)
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
  const guest = useSyncExternalStore(guestFavourites.subscribe, guestFavourites.read)
  const ids = useMemo(
    () => (viewerId ? (account.data ?? new Set<string>()) : new Set(guest.map(({ id }) => id))),
    [viewerId, account.data, guest],
  )
  const change = useMutation(favouriteChange(queryClient, viewerId, onFailure))

  return {
    has: (listingId: string) => ids.has(listingId),
    toggle(favourite: Favourite) {
      const saved = ids.has(favourite.id)
      if (viewerId) change.mutate({ favourite, save: !saved })
      else if (saved) guestFavourites.remove(favourite.id)
      else guestFavourites.put(favourite)
    },
  }
}

interface Change {
  favourite: Favourite
  save: boolean
}

function favouriteChange(queryClient: QueryClient, viewerId: ViewerId, onFailure: () => void) {
  const { queryKey } = favouritesQuery(viewerId)
  const apply = ({ favourite, save }: Change) =>
    queryClient.setQueryData(queryKey, (before: Set<string> | undefined) => {
      const after = new Set(before)
      if (save) after.add(favourite.id)
      else after.delete(favourite.id)
      return after
    })
  return {
    mutationFn: async ({ favourite, save }: Change) => {
      if (save) await insertFavourite({ listing_id: favourite.id, seen_price_minor: favourite.priceMinor }, true)
      else await deleteFavourite(favourite.id)
    },
    onMutate: async (change: Change) => {
      await queryClient.cancelQueries({ queryKey })
      apply(change)
    },
    // Only this heart goes back: another one may have changed in the meantime.
    onError: (_error: Error, { favourite, save }: Change) => {
      apply({ favourite, save: !save })
      onFailure()
    },
  }
}

async function readFavourites(): Promise<Set<string>> {
  const { data, error } = await supabase.from('favorites').select('listing_id').limit(MAX_FAVOURITES)
  if (error) throw error
  return new Set(data.map((row) => row.listing_id))
}

/** Saves one ad; saving it twice is fine. False when the ad no longer exists, unless `strict`. */
async function insertFavourite(
  row: { listing_id: string; seen_price_minor: number | null },
  strict = false,
): Promise<boolean> {
  const { error } = await supabase
    .from('favorites')
    .upsert(row, { onConflict: 'user_id,listing_id', ignoreDuplicates: true })
  if (error && !strict && error.code === FOREIGN_KEY_VIOLATION) return false
  if (error) throw error
  return true
}

async function deleteFavourite(listingId: string): Promise<void> {
  const { error } = await supabase.from('favorites').delete().eq('listing_id', listingId)
  if (error) throw error
}

function isFavourite(value: unknown): value is Favourite {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('priceMinor' in value)) return false
  return typeof value.id === 'string' && (value.priceMinor === null || typeof value.priceMinor === 'number')
}

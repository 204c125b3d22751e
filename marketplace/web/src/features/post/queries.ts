import { useQuery } from '@tanstack/react-query'
import { type PriceFacts, readCategories, readNewestDraft, readOwnListing, readPriceGuide } from './api.ts'

export function useCategories() {
  // The tree changes with a release, not while somebody types.
  return useQuery({ queryKey: ['post', 'categories'], queryFn: readCategories, staleTime: Number.POSITIVE_INFINITY })
}

export function useOwnListing(id: string, sellerId: string) {
  // Read once and then owned by the form: a fetch in the background must not pull text from under somebody's hands.
  return useQuery({
    queryKey: ['post', 'listing', sellerId, id],
    queryFn: () => readOwnListing(id, sellerId),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function useNewestDraft(sellerId: string) {
  return useQuery({
    queryKey: ['post', 'newest-draft', sellerId],
    queryFn: () => readNewestDraft(sellerId),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

export interface Guide extends PriceFacts {
  /** Whether only things in the same condition were counted. */
  sameCondition: boolean
}

/** What similar things sold for: in the same condition when there are enough of them, otherwise in any. */
export function usePriceGuide(category: string, condition: string) {
  return useQuery({
    queryKey: ['post', 'price-guide', category, condition],
    enabled: category !== '',
    queryFn: async (): Promise<Guide> => {
      if (condition !== '') {
        const same = await readPriceGuide(category, condition)
        if (same.histogram) return { ...same, sameCondition: true }
      }
      return { ...(await readPriceGuide(category, null)), sameCondition: false }
    },
  })
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type PriceFacts,
  readCategories,
  readCategoryGuesses,
  readNewestDraft,
  readOwnListing,
  readPriceGuide,
  readRuleHits,
} from './api.ts'
import { copyAd } from './copy-ad.ts'
import { forgetOldDrafts, readDraft, readNewestUnstored } from './kept.ts'

const READ_ONCE = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }

export function useCategories() {
  // An administrator may change the tree at any time, but not every time somebody comes back to the window.
  return useQuery({
    queryKey: ['post', 'categories'],
    queryFn: readCategories,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })
}

/** An ad of one's own, and what this browser keeps of it. */
export function useOwnListing(id: string, sellerId: string) {
  // Read once and then owned by the form: a fetch in the background must not pull text from under somebody's hands.
  return useQuery({
    queryKey: ['post', 'listing', sellerId, id],
    queryFn: async () => {
      const [listing, kept] = await Promise.all([readOwnListing(id, sellerId), readDraft(id, sellerId)])
      return { listing, kept }
    },
    ...READ_ONCE,
  })
}

/** The ad that was begun here last and that the server does not know yet. */
export function useNewestUnstored(userId: string | null, enabled: boolean) {
  return useQuery({
    queryKey: ['post', 'kept', userId],
    enabled,
    // It is in this browser: no connection is needed.
    networkMode: 'always',
    queryFn: async () => {
      await forgetOldDrafts()
      return readNewestUnstored(userId)
    },
    ...READ_ONCE,
  })
}

/** A copy of one's own ad, made once for each time that it is asked for. */
export function useAdCopy(id: string, sellerId: string) {
  return useQuery({ queryKey: ['post', 'copy', sellerId, id], queryFn: () => copyAd(id, sellerId), ...READ_ONCE })
}

export function useNewestDraft(sellerId: string) {
  return useQuery({
    queryKey: ['post', 'newest-draft', sellerId],
    queryFn: () => readNewestDraft(sellerId),
    ...READ_ONCE,
  })
}

/** Categories for a title, from the market's own ads and names. The last answer stays while the next is on its way. */
export function useCategoryGuesses(title: string) {
  return useQuery({
    queryKey: ['post', 'category-guesses', title],
    enabled: title.length >= 4,
    queryFn: () => readCategoryGuesses(title),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
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

/** What the words of the ad touch among the things that may not be offered. */
export function useRuleHits(ad: { title: string; description: string; category: string }) {
  return useQuery({
    queryKey: ['post', 'rules', ad],
    enabled: ad.title.trim().length >= 3,
    queryFn: () => readRuleHits(ad),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

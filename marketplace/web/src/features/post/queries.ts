import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type PriceFacts,
  readCategories,
  readCategoryGuesses,
  readDrafts,
  readOwnAds,
  readPhotoTexts,
  readPriceGuide,
  readRuleHits,
} from './api.ts'
import { openAd, type PostRequest } from './open-ad.ts'

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

/** What the form begins with: read once and then owned by it, or a fetch in the background would pull text from under somebody's hands. */
export function useOpening(request: PostRequest, userId: string | null) {
  return useQuery({
    queryKey: ['post', 'opening', userId, request],
    queryFn: () => openAd(request, userId),
    ...READ_ONCE,
  })
}

export function useDrafts(sellerId: string) {
  return useQuery({ queryKey: ['post', 'drafts', sellerId], queryFn: () => readDrafts(sellerId), ...READ_ONCE })
}

export function useOwnAds(sellerId: string) {
  return useQuery({ queryKey: ['post', 'own-ads', sellerId], queryFn: () => readOwnAds(sellerId), ...READ_ONCE })
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

/** What is written in an uploaded photo. It is read a moment after its upload, so each time that it is wanted it is asked for. */
export function usePhotoTexts(path: string | null) {
  return useQuery({
    queryKey: ['post', 'photo-texts', path],
    enabled: path !== null,
    queryFn: () => readPhotoTexts(path ?? ''),
  })
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

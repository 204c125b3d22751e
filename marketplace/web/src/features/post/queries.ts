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

/** The form waits for the drafts above it, but not for long: the dashboard lists them as well. */
const DRAFTS_MS = 2000

const READ_ONCE = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }

export function useCategories() {
  // Categories rarely change: do not refetch on focus.
  return useQuery({
    queryKey: ['post', 'categories'],
    queryFn: readCategories,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })
}

/** The initial state; never refetched, since the form owns it. */
export function useOpening(request: PostRequest, userId: string | null) {
  return useQuery({
    queryKey: ['post', 'opening', userId, request],
    queryFn: () => openAd(request, userId),
    ...READ_ONCE,
  })
}

/** The user's drafts, for the start of a new ad; null for guests. */
export function useDrafts(sellerId: string | null) {
  return useQuery({
    queryKey: ['post', 'drafts', sellerId],
    enabled: sellerId !== null,
    queryFn: () => readDrafts(sellerId ?? '', AbortSignal.timeout(DRAFTS_MS)),
    ...READ_ONCE,
    retry: false,
    refetchOnMount: false,
  })
}

export function useOwnAds(sellerId: string) {
  return useQuery({ queryKey: ['post', 'own-ads', sellerId], queryFn: () => readOwnAds(sellerId), ...READ_ONCE })
}

/** Category suggestions; keeps the previous ones while loading. */
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
  /** Only items in the same condition were counted. */
  sameCondition: boolean
}

/** Recognised text, refetched on each use, since recognition takes a moment. */
export function usePhotoTexts(path: string | null) {
  return useQuery({
    queryKey: ['post', 'photo-texts', path],
    enabled: path !== null,
    queryFn: () => readPhotoTexts(path ?? ''),
  })
}

/** Price guide for the same condition, or for any with too few sales. */
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

/** Prohibited-items rules that the text matches. */
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

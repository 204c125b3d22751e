import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentLanguage } from '../../i18n/messages.ts'
import { dataClient } from '../../lib/data/client.ts'
import { type Article, useArticles } from './articles.ts'

/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 300
const MOST = 5
/** Minimum share of matched words, as for the assistant. */
const MAY_ANSWER = 0.35

export interface Answers {
  readonly found: readonly Article[]
  /** True while the server is searching. */
  readonly isLooking: boolean
}

/** Articles with all words immediately; otherwise the server's semantic matches. */
export function useAnswers(query: string): Answers {
  const words = query.trim()
  const articles = useArticles()
  const here = articles.find(words)
  const paused = usePaused(words)
  const isQuestion = here.length === 0 && words !== ''
  const there = useQuery({
    queryKey: ['help', paused],
    queryFn: () => ask(paused),
    select: (ids: readonly string[]) => ids.flatMap((id) => articles.all.find((article) => article.id === id) ?? []),
    enabled: isQuestion && paused !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  if (!isQuestion) return { found: here, isLooking: false }
  const isLooking = paused !== words || there.isFetching
  return { found: there.data ?? [], isLooking }
}

async function ask(q: string): Promise<string[]> {
  const client = await dataClient()
  const { data, error } = await client.rpc('search_help', { q, lim: MOST, lang: currentLanguage() })
  if (error) throw error
  return data.filter(({ score }) => score >= MAY_ANSWER).map(({ id }) => id)
}

/** The text, debounced. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

import {
  CancelledError,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  onlineManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { isRetriedOnMount, isTriedAgain, refetchAfterOffline, retryDelayMs } from './retry.ts'

/**
 * A QueryClient that never loses an invalidation. TanStack's own takes a read for an answer that was under way when it was
 * called (the first one of a query, and any that nobody watches), although it may have seen what was before: here it is
 * waited for and looked again, once for all who called meanwhile.
 */
export class AttentiveQueryClient extends QueryClient {
  /** Reads that began too early, by their promise, and when a later one is over. */
  readonly #again = new WeakMap<Promise<unknown>, Promise<void>>()

  override async invalidateQueries<TTaggedQueryKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TTaggedQueryKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll(filters)
      .flatMap((query) => (query.state.fetchStatus !== 'idle' && query.promise ? [{ query, read: query.promise }] : []))
    const invalidated = super.invalidateQueries(filters, options)
    const tooEarly = underWay.filter(({ query, read }) => query.promise === read)
    const looks = tooEarly.map(({ query, read }) => this.#lookAgainAfter(read, query.queryKey, filters, options))
    await Promise.all([invalidated, ...looks])
  }

  #lookAgainAfter(
    read: Promise<unknown>,
    queryKey: QueryKey,
    { refetchType }: Pick<InvalidateQueryFilters, 'refetchType'> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const known = this.#again.get(read)
    if (known) return known
    const again = read.then(settled, settledOrGivenUp).then((isOver) => {
      const filters = { queryKey, exact: true, ...(refetchType ? { refetchType } : {}) }
      return isOver ? super.invalidateQueries(filters, options) : undefined
    })
    this.#again.set(read, again)
    return again
  }
}

/** What was read has been taken into the query by the next turn. */
function settled(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(true)))
}

/** Who gave the read up has begun another, or nobody wants to know any more. */
function settledOrGivenUp(error: unknown): Promise<boolean> {
  return error instanceof CancelledError ? Promise.resolve(false) : settled()
}

// TanStack takes a page for online until it hears otherwise: one that was opened offline would not notice the connection's
// return, and would not refetch.
if (globalThis.navigator?.onLine === false) onlineManager.setOnline(false)

/** Five minutes fresh: the specification's number, as is the one retry (retry.ts). */
export const queryClient = new AttentiveQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * 60 * 1000,
      retry: isTriedAgain,
      retryDelay: retryDelayMs,
      retryOnMount: isRetriedOnMount,
      // Without a connection the service worker answers with what it kept, or the page says that it is offline: paused
      // queries would show skeletons for as long as that lasts.
      networkMode: 'always',
      refetchOnReconnect: refetchAfterOffline,
    },
    mutations: { networkMode: 'always' },
  },
})

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
 * A QueryClient that never loses an invalidation. TanStack's own accepts the result of a read already in flight (the first one of a query,
 * and any without observers), although it may predate the change. Here that read is awaited and repeated, once for all invalidations
 * meanwhile.
 */
export class AttentiveQueryClient extends QueryClient {
  /** Reads that started too early, by promise, with the completion of the repeated read. */
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

/** By the next task the result has been stored in the query. */
function settled(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(true)))
}

/** After a cancellation another read has begun, or nobody needs the result. */
function settledOrGivenUp(error: unknown): Promise<boolean> {
  return error instanceof CancelledError ? Promise.resolve(false) : settled()
}

// TanStack assumes that a page is online until told otherwise: one opened offline would not notice the connection's return, and would not
// refetch.
if (globalThis.navigator?.onLine === false) onlineManager.setOnline(false)

/** Fresh for five minutes with one retry (retry.ts), as specified. */
export const queryClient = new AttentiveQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * 60 * 1000,
      retry: isTriedAgain,
      retryDelay: retryDelayMs,
      retryOnMount: isRetriedOnMount,
      // When offline, the service worker answers from its cache or the page shows its offline state: paused queries would show skeletons
      // until the connection returns.
      networkMode: 'always',
      refetchOnReconnect: refetchAfterOffline,
    },
    mutations: { networkMode: 'always' },
  },
})

/** The result of polling for new ads, compared with the first poll. */
export interface NewAds {
  /** Ids of the newest ads in the first poll. */
  known: readonly string[]
  /** Number of ads newer than those. */
  count: number
  /** Whether there may be more than were fetched. */
  isMore: boolean
}

/**
 * Compares the newest ids, newest first, with the first poll (null: this is it). Compares ids, not times: the clocks of browser and server
 * may differ.
 */
export function countNewAds(first: Pick<NewAds, 'known'> | null, newest: readonly string[], looked: number): NewAds {
  if (first === null) return { known: newest, count: 0, isMore: false }
  const at = newest.findIndex((id) => first.known.includes(id))
  if (at >= 0) return { known: first.known, count: at, isMore: false }
  return { known: first.known, count: newest.length, isMore: newest.length >= looked }
}

/** What a look at the newest ads says, compared with the first look. */
export interface NewAds {
  /** The newest ads of the first look, by id. */
  known: readonly string[]
  /** How many stand before them now. */
  count: number
  /** Whether there may be more than were looked at. */
  isMore: boolean
}

/**
 * Compares the ids of the newest ads, newest first, with the first look (null: this is it). Ids and not times: the
 * clocks of browser and server need not agree.
 */
export function countNewAds(first: Pick<NewAds, 'known'> | null, newest: readonly string[], looked: number): NewAds {
  if (first === null) return { known: newest, count: 0, isMore: false }
  const at = newest.findIndex((id) => first.known.includes(id))
  if (at >= 0) return { known: first.known, count: at, isMore: false }
  return { known: first.known, count: newest.length, isMore: newest.length >= looked }
}

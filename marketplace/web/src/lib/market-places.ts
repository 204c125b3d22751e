import { queryOptions, useQuery } from '@tanstack/react-query'
import { jsonOf } from '../../../contract/json-of.ts'
import { cityIn } from '../../../contract/places/city-names.ts'
import type { Place } from '../../../contract/places/places.ts'
import { readMarketPlaces } from '../../../contract/public-reads.ts'
import { currentLanguage } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'
import { dataClient } from './data/client.ts'
import { dataOf } from './data/failure.ts'
import { useIsLive } from './drawn.ts'

const STALE_MS = 10 * 60_000

export const marketPlacesQuery = queryOptions({
  queryKey: ['market-places'],
  queryFn: async () => jsonOf<Place[]>(dataOf(await readMarketPlaces(await dataClient()))),
  staleTime: STALE_MS,
})

const NONE: readonly Place[] = []

/** Where this market's ads are, the fullest places first; in an empty market the largest towns of its country. */
export function useMarketPlaces(isWanted = true): readonly Place[] {
  // They travel with a drawn page and are no part of its drawing: nothing shows them before somebody opens the list.
  const isLive = useIsLive()
  const { data = NONE } = useQuery({ ...marketPlacesQuery, enabled: isLive && isWanted })
  return isLive ? data : NONE
}

/** How to name a place, where what was typed is no name; null while no example is known. */
export function useTownAdvice(isWanted: boolean): string | null {
  const [example] = useMarketPlaces(isWanted)
  return example ? t('app.typeTown', { town: cityIn(currentLanguage(), example.city) }) : null
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { jsonOf } from '../../../contract/json-of.ts'
import { cityIn } from '../../../contract/places/city-names.ts'
import type { Place } from '../../../contract/places/places.ts'
import { readMarketPlaces } from '../../../contract/public-reads.ts'
import { currentLanguage } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'
import { dataClient } from './data/client.ts'
import { dataOf } from './data/failure.ts'
import { useIsLive } from './server-rendered.ts'

const STALE_MS = 10 * 60_000

const marketPlacesQuery = queryOptions({
  queryKey: ['market-places'],
  queryFn: async () => jsonOf<Place[]>(dataOf(await readMarketPlaces(await dataClient()))),
  staleTime: STALE_MS,
})

const NONE: readonly Place[] = []

/** Places of this market's ads, those with the most ads first; in an empty market, the largest towns of its country. */
export function useMarketPlaces(isWanted = true): readonly Place[] {
  // The data is embedded in the page but not rendered by the server: nothing shows it before the list is opened.
  const isLive = useIsLive()
  const { data = NONE } = useQuery({ ...marketPlacesQuery, enabled: isLive && isWanted })
  return isLive ? data : NONE
}

/** Advice to type a town, for input that is not a place name; null while no example is known. */
export function useTownAdvice(isWanted: boolean): string | null {
  const [example] = useMarketPlaces(isWanted)
  return example ? t('app.typeTown', { town: cityIn(currentLanguage(), example.city) }) : null
}

import { queryOptions } from '@tanstack/react-query'
import { jsonOf } from '../../../../contract/json-of.ts'
import { readTransparency } from '../../../../contract/public-transparency.ts'
import { dataClient } from '../../lib/data/client.ts'
import { dataOf } from '../../lib/data/failure.ts'

/** A count; null stands for one to four. */
type Count = number | null

export interface TransparencyFigures {
  readonly reports: Count
  readonly reasons: Readonly<Record<string, number>>
  readonly notices: Count
  readonly decisions: Count
  /** Number of decisions made by a rule. */
  readonly automatic: Count
  readonly actions: Readonly<Record<string, number>>
  readonly stopped: Count
  readonly hours_to_decision: number | null
  readonly appeals: Count
  readonly appeals_decided: Count
  readonly appeals_granted: Count
  readonly hours_to_appeal: number | null
}

export interface TransparencyMonth {
  /** The month's first day, in UTC. */
  readonly month: string
  readonly figures: TransparencyFigures
  readonly counted_at: string
}

/** The figures change once a night. */
const STALE_MS = 60 * 60_000

export const transparencyQuery = queryOptions({
  queryKey: ['transparency'],
  queryFn: async () => jsonOf<TransparencyMonth[]>(dataOf(await readTransparency(await dataClient()))),
  staleTime: STALE_MS,
})

import { queryOptions } from '@tanstack/react-query'
import { jsonOf } from '../../../../contract/json-of.ts'
import { readProhibitedRules } from '../../../../contract/public-rules.ts'
import { dataClient } from '../../lib/data/client.ts'
import { dataOf } from '../../lib/data/failure.ts'

interface ProhibitedRule {
  readonly rule: string
  readonly name: Record<string, string>
  readonly explanation: Record<string, string>
}

export const prohibitedRulesQuery = queryOptions({
  queryKey: ['prohibited-rules'],
  queryFn: async () => jsonOf<ProhibitedRule[]>(dataOf(await readProhibitedRules(await dataClient()))),
  staleTime: 60 * 60_000,
})

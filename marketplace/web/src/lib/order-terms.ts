import { queryOptions } from '@tanstack/react-query'
import { jsonOf } from '../../../contract/json-of.ts'
import { dataOf } from './data/failure.ts'
import { supabase } from './data/supabase.ts'

/** Time limits of orders, and carriers with tracking pages. */
export interface OrderTerms {
  readonly ship_within_working_days: number
  readonly check_within_hours: number
  readonly answer_within_hours: number
  readonly appeal_within_days: number
  readonly carriers: readonly string[]
}

export const orderTermsQuery = queryOptions({
  queryKey: ['order-terms'],
  queryFn: async () => jsonOf<OrderTerms>(dataOf(await supabase.rpc('order_terms'))),
  staleTime: 60 * 60_000,
})

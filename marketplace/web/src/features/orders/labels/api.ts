import { queryOptions } from '@tanstack/react-query'
import type { ParcelSize } from '../../../../../contract/orders/parcel-sizes.ts'
import { RequestFailed, sentenceOfAnswer } from '../../../lib/data/failure.ts'
import { keys } from '../../../lib/data/query-keys.ts'
import { supabase } from '../../../lib/data/supabase.ts'

export interface ParcelLabel {
  readonly carrier: string
  readonly tracking: string
  readonly label_url: string
  readonly qr_url: string | null
  readonly price_minor: number
}

export interface Rate {
  readonly id: string
  readonly carrier: string
  readonly service: string
  readonly price_minor: number
  readonly days: number | null
}

export interface KnownLabel {
  readonly label: ParcelLabel | null
  /** Whether a label for the way back can be had here. */
  readonly can_return?: boolean
}

export const labelQuery = (orderId: string) =>
  queryOptions({
    queryKey: keys.orders('label', orderId),
    queryFn: () => ask<KnownLabel>({ order_id: orderId }),
    staleTime: 60_000,
  })

/** What carriers ask; the label where one was bought already. */
export const readRates = (orderId: string, size: ParcelSize, addressId: string) =>
  ask<{ rates?: Rate[]; label?: ParcelLabel }>({ order_id: orderId, size, address_id: addressId })

export const buyLabel = (orderId: string, rateId: string) =>
  ask<{ label: ParcelLabel }>({ order_id: orderId, rate_id: rateId })

async function ask<Answer>(body: object): Promise<Answer> {
  const { data, error, response } = await supabase.functions.invoke<Answer>('labels', { body: { ...body } })
  if (error || !data) throw new RequestFailed(await sentenceOfAnswer(response), { isOffline: !response, cause: error })
  return data
}

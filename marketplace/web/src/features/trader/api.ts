import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '../../../../contract/database.types.ts'
import { dataClient } from '../../lib/data/client.ts'
import { dataOf } from '../../lib/data/failure.ts'

/** Public details of a business. */
export type Trader = Omit<Tables<'traders'>, 'id' | 'certified_at'>

async function readTrader(sellerId: string): Promise<Trader | null> {
  const client = await dataClient()
  const answer = await client
    .from('traders')
    .select('legal_name,address,contact_email,contact_phone,register_no,vat_no')
    .eq('id', sellerId)
    .maybeSingle()
  return dataOf(answer)
}

/** Null for private sellers. */
export const traderQuery = (sellerId: string) =>
  queryOptions({ queryKey: ['trader', sellerId], queryFn: () => readTrader(sellerId), staleTime: 60_000 })

/** Declares the user a business seller. The caller must have obtained the certification of these details. */
export async function declareTrader(trader: Trader): Promise<void> {
  const client = await dataClient()
  const given = Object.fromEntries(Object.entries(trader).filter(([, value]) => value !== null && value !== ''))
  dataOf<unknown>(await client.rpc('declare_trader', { ...(given as Trader), certified: true } as never)) // all but the last two are always given
}

export async function endTrader(): Promise<void> {
  const client = await dataClient()
  dataOf<unknown>(await client.rpc('end_trader'))
}

import { z } from 'zod'
import type { ParcelReport } from '../provider.ts'
import { createEasyPost } from './client.ts'

const Event = z.object({
  description: z.string(),
  result: z.object({ shipment_id: z.string().nullish(), status: z.string() }).loose(),
})

/** Where a parcel is, by EasyPost's word for it. One that is lost, refused or sent back is for people. */
const STATUS: Readonly<Record<string, ParcelReport['status']>> = {
  in_transit: 'moving',
  out_for_delivery: 'moving',
  available_for_pickup: 'moving',
  delivered: 'delivered',
}

/**
 * What an event tells, once its signature is checked by EasyPost's own client.
 * @returns null for what is of no interest; 'forged' without the right signature
 */
export async function reportOf(
  body: string,
  signature: string | null,
  secret: string,
): Promise<ParcelReport | 'forged' | null> {
  if (signature === null || secret === '') return 'forged'
  // It only computes: no key is needed, and none is sent.
  const { Utils } = await createEasyPost({ apiKey: 'none', apiUrl: null })
  let event: unknown
  try {
    event = Utils.validateWebhook(Buffer.from(body), { 'x-hmac-signature': signature }, secret)
  } catch {
    return 'forged'
  }
  const read = Event.safeParse(event)
  if (!read.success || !/^tracker\.(?:created|updated)$/.test(read.data.description)) return null
  const { shipment_id: shipment, status } = read.data.result
  const known = STATUS[status]
  return shipment && known ? { shipment, status: known } : null
}

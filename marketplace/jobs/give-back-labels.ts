import type { Job } from 'souk-backend/jobs'
import { openShipping } from '../shipping/open-shipping.ts'

/**
 * Labels of orders that ended before they were sent go back to the shipping provider.
 * @param env  of the provider; nothing is done without one
 */
export const giveBackLabels = (env: Readonly<Record<string, string>>): Job => ({
  name: 'give-back-labels',
  schedule: '40 * * * *',
  async run({ sql, log, signal }) {
    const shipping = await openShipping(env)
    if (!shipping) return
    const unused = await sql<{ shipment: string }[]>`select unused_labels as shipment from private.unused_labels()`
    for (const { shipment } of unused) {
      if (signal.aborted) return
      try {
        await shipping.giveBack(shipment)
        await sql`update private.shipping_labels set given_back_at = now() where shipment = ${shipment}`
      } catch (error) {
        // The next run tries again; the provider takes labels back for weeks.
        log.warn({ err: error, shipment }, 'a label could not be given back')
      }
    }
  },
})

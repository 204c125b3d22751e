import type { FunctionHandler } from 'souk-backend/functions'
import { refusalAnswer } from '../../contract/refusals/explain.ts'
import { reportOf } from '../../shipping/easypost/reports.ts'

/** Where parcels are, by EasyPost: signed, and booked before it is acknowledged; one that could not be is sent again. */
export const handle: FunctionHandler = async (request, { env, supabaseAdmin }) => {
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  const secret = env.EASYPOST_WEBHOOK_SECRET ?? ''
  const report = await reportOf(await request.text(), request.headers.get('x-hmac-signature'), secret)
  if (report === 'forged') return refusalAnswer({ code: 'SK949' })
  if (report) {
    const { error } = await supabaseAdmin.rpc('take_parcel_report', {
      shipment: report.shipment,
      status: report.status,
    })
    if (error) throw new Error(error.message)
  }
  return Response.json({ received: true })
}

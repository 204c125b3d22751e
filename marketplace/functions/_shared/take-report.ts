import type { FunctionContext } from 'souk-backend/functions'
import type { PaymentProvider, ProviderReport } from '../../payments/provider.ts'

/**
 * Stores what a payment provider reports, in place of its caller, who has no account here.
 * @param isHandledNow  for a caller who waits for the result; a webhook is acknowledged first
 * @throws if it could not be stored
 */
export async function takeReport(
  { supabaseAdmin }: Pick<FunctionContext, 'supabaseAdmin'>,
  provider: PaymentProvider['name'],
  { eventId, kind, reference, details }: ProviderReport,
  isHandledNow = false,
): Promise<void> {
  const { error } = await supabaseAdmin.rpc('take_provider_event', {
    provider,
    event_id: eventId,
    kind,
    reference,
    details,
    is_handled_now: isHandledNow,
  })
  if (error) throw new Error(error.message)
}

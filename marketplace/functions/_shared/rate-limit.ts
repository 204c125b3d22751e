import { createHmac } from 'node:crypto'
import type { FunctionContext } from 'souk-backend/functions'
import { refusalAnswer } from '../../contract/refusals/explain.ts'

/**
 * Counts a call against the caller's hourly rate limit, in the database, so that all processes share the count. Visitors' addresses are
 * kept as keyed hashes, for an hour.
 * @param what    kind of call; each kind is counted separately
 * @param refuse  response for a caller who must wait this many minutes
 * @returns null to go on, or the refusal
 */
export async function enforceRateLimit(
  { caller, clientAddress, env, supabaseAdmin }: FunctionContext,
  what: string,
  perHour: { guest: number; signedIn: number; guestAtOnce?: number },
  refuse: (minutes: number) => Response,
): Promise<Response | null> {
  const address = () =>
    createHmac('sha256', env.ADDRESS_KEY ?? '')
      .update(clientAddress)
      .digest('base64url')
  const { data, error } = await supabaseAdmin.rpc('count_function_call', {
    caller: `${what} ${caller.userId ?? `address ${address()}`}`,
    most_per_hour: caller.userId === null ? perHour.guest : perHour.signedIn,
    ...(caller.userId === null && perHour.guestAtOnce ? { most_at_once: perHour.guestAtOnce } : {}),
  })
  if (error) throw new Error(error.message)
  if (typeof data !== 'string') return null
  const minutes = Math.max(1, Math.ceil((new Date(data).getTime() - Date.now()) / 60_000))
  const refusal = refuse(minutes)
  const seconds = Math.max(1, Math.ceil((new Date(data).getTime() - Date.now()) / 1000))
  refusal.headers.set('retry-after', String(seconds))
  return refusal
}

/** Refusal for features that have an alternative: typing. */
export function typeInstead(minutes: number): Response {
  return refusalAnswer({ code: 'SK907', details: { minutes } })
}

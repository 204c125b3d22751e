import type { FastifyInstance } from 'fastify'
import type { AuthConfig } from '../../config/auth.ts'
import { ask, type RateLimitStore } from '../../rate-limits/store.ts'
import { AuthError } from '../errors.ts'

export type Sending = 'emails' | 'sms'

/**
 * How much is sent in all, to whomever. Asked before an account is looked up, and taken only by what is really sent: who asks for
 * an unknown address is refused like everybody else, and uses nothing up. Not counted where addresses count unconfirmed.
 */
export interface SendingLimits {
  /** @throws {AuthError} `over_email_send_rate_limit` or `over_sms_send_rate_limit` with Retry-After */
  require(what: Sending): Promise<void>
  /** The same, and uses one up. */
  takeOne(what: Sending): Promise<void>
}

type Settings = Pick<AuthConfig, 'rates' | 'autoconfirm' | 'smsAutoconfirm'>

export function createSendingLimits(store: RateLimitStore, auth: Settings): SendingLimits {
  const asking = (way: 'peek' | 'take') => async (what: Sending) => {
    if (auth.rates === null || (what === 'sms' ? auth.smsAutoconfirm : auth.autoconfirm)) return
    const wait = await ask(store, way, `sending:${what}`, auth.rates[what])
    if (wait <= 0) return
    throw new AuthError(what === 'sms' ? 'over_sms_send_rate_limit' : 'over_email_send_rate_limit', {
      headers: { 'retry-after': String(Math.ceil(wait)) },
    })
  }
  return { require: asking('peek'), takeOne: asking('take') }
}

/** Whatever ends in a mail or a text message. Invitations and links that administrators ask for are not among it. */
const SENDING_PATHS = ['/signup', '/otp', '/magiclink', '/recover', '/resend', '/user', '/reauthenticate']

/** Refuses what would send something while nothing may be sent; known and unknown addresses alike. */
export function limitSending(app: FastifyInstance, { sending }: { sending: SendingLimits }): void {
  app.addHook('preHandler', async (request) => {
    const path = request.routeOptions.url?.slice(app.prefix.length) ?? ''
    if (!SENDING_PATHS.includes(path)) return
    const { email, phone } = (request.body ?? {}) as { email?: unknown; phone?: unknown } // each endpoint checks its own
    if (phone) await sending.require('sms')
    else if (email || path === '/reauthenticate') await sending.require('emails')
  })
}

import type { FastifyInstance } from 'fastify'
import type { AuthConfig } from '../../config/auth.ts'
import { ask, type RateLimitStore } from '../../rate-limits/store.ts'
import { AuthError } from '../errors.ts'

type Sending = 'emails' | 'sms'

/**
 * Limits all messages sent, regardless of the recipient. Checked before an account is looked up, but counted only for messages that are
 * sent: a request for an unknown address is refused like any other, and uses nothing up. Off where addresses are confirmed
 * automatically.
 */
export interface SendingLimits {
  /** @throws {AuthError} `over_email_send_rate_limit` or `over_sms_send_rate_limit` with Retry-After */
  require(what: Sending): Promise<void>
  /** The same, and counts one message. */
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

/** Endpoints that send an email or a text message. Invitations and links that administrators request are not limited. */
const SENDING_PATHS = ['/signup', '/otp', '/magiclink', '/recover', '/resend', '/user', '/reauthenticate']

/** Refuses requests that would send a message over the limit; known and unknown addresses alike. */
export function limitSending(app: FastifyInstance, { sending }: { sending: SendingLimits }): void {
  app.addHook('preHandler', async (request) => {
    const path = request.routeOptions.url?.slice(app.prefix.length) ?? ''
    if (!SENDING_PATHS.includes(path)) return
    const { email, phone } = (request.body ?? {}) as { email?: unknown; phone?: unknown } // each endpoint validates its own
    if (phone) await sending.require('sms')
    else if (email || path === '/reauthenticate') await sending.require('emails')
  })
}

import type { SmsChannel } from '../../sms/sms.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'

/** The number as accounts are found by it: digits of E.164, without the plus. */
export function parsePhone(given: string): string {
  const phone = given.replaceAll(' ', '').replace(/^\+/, '')
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
  return phone
}

/** @throws {AuthError} when phones are off; each endpoint has its own words and status for it. */
export function requirePhones({ config }: AuthContext, message: string, status = 400): void {
  if (!config.auth.phone) throw new AuthError('phone_provider_disabled', { message, status })
}

/**
 * How somebody wants their code. WhatsApp where the carrier speaks it, or a hook takes all messages and sees to it.
 * @throws {AuthError} `validation_failed`
 */
export function readChannel({ sms, hooks }: Pick<AuthContext, 'sms' | 'hooks'>, given: string | undefined): SmsChannel {
  if (!given || given === 'sms') return 'sms'
  if (given === 'whatsapp' && (hooks.has('send_sms') || sms.channels.includes('whatsapp'))) return 'whatsapp'
  throw invalid(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  )
}

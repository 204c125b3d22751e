import type { SmsChannel } from '../../sms/sms.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'

/** Normalises a number for looking up accounts: E.164 digits without the plus. */
export function parsePhone(given: string): string {
  const phone = given.replaceAll(' ', '').replace(/^\+/, '')
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
  return phone
}

/** @throws {AuthError} when phones are disabled; each endpoint has its own message and status. */
export function requirePhones({ config }: AuthContext, message: string, status = 400): void {
  if (!config.auth.phone) throw new AuthError('phone_provider_disabled', { message, status })
}

/**
 * The channel for a code. WhatsApp requires a carrier that supports it, or a hook that sends all messages.
 * @throws {AuthError} `validation_failed`
 */
export function readChannel({ sms, hooks }: Pick<AuthContext, 'sms' | 'hooks'>, given: string | undefined): SmsChannel {
  if (!given || given === 'sms') return 'sms'
  if (given === 'whatsapp' && (hooks.has('send_sms') || sms.channels.includes('whatsapp'))) return 'whatsapp'
  throw invalid(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  )
}

import { renderTemplate } from '../../mail/go-template.ts'
import type { SmsChannel } from '../../sms/sms.ts'
import type { AuthContext } from '../context.ts'
import { fill } from '../emails/words.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { claimMailGap } from '../rate-limits/mail-gaps.ts'
import { viewUser } from '../users/user-view.ts'
import { findUserById } from '../users/users.ts'
import { issueToken, type TokenSlot } from './one-time-tokens.ts'

export interface OutgoingCode {
  readonly userId: string
  readonly phone: string
  readonly otp: string
  readonly channel: SmsChannel
  /** Whether the code is that of a second factor. */
  readonly isFactor?: boolean
}

const SENT_AT = {
  confirmation_token: 'confirmation_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const satisfies Partial<Record<TokenSlot, string>>

export type PhoneSlot = keyof typeof SENT_AT

/** Creates a code for a phone in the caller's transaction; the caller sends it after the commit. */
export async function preparePhoneCode(
  context: AuthContext,
  sql: Queryable,
  { userId, slot, phone, channel = 'sms' }: { userId: string; slot: PhoneSlot; phone: string; channel?: SmsChannel },
): Promise<OutgoingCode> {
  await claimMailGap(context, sql, `sms_${slot}`, phone)
  await sql`update auth.users set ${sql(SENT_AT[slot])} = now() where id = ${userId}`
  const fixed = context.config.auth.testOtps.get(phone) ?? null
  const { otp } = await issueToken(sql, {
    userId,
    slot,
    address: phone,
    pkce: false,
    fixed,
    digits: context.config.auth.smsOtpDigits,
  })
  return { userId, phone, otp, channel }
}

/**
 * Sends a code, through the hook if there is one; test numbers get none. Never call it inside a transaction.
 * @throws {AuthError} the hook's rejection, or `sms_send_failed`, so that no user waits for a message that was never sent.
 */
export async function sendPhoneCode(
  context: AuthContext,
  { userId, phone, otp, channel, isFactor = false }: OutgoingCode,
): Promise<{ message_id: string }> {
  if (context.config.auth.testOtps.has(phone)) return { message_id: 'test-otp' }
  await context.sending.takeOne('sms')
  const user = await findUserById(context.sql, userId)
  if (!user) throw new AuthError('user_not_found')
  if (context.hooks.has('send_sms')) {
    await context.hooks.sendSms(viewUser(user), { otp, phone, channel })
    return { message_id: '' }
  }
  try {
    const { words } = context.wordsFor(user.raw_user_meta_data)
    const { smsTemplate, mfaSmsTemplate } = context.config.auth
    const own = isFactor ? mfaSmsTemplate : smsTemplate
    const values = { Code: otp, SiteURL: context.config.auth.siteUrl }
    const text = own ? renderTemplate(own, values) : fill(words.sms, { brand: context.config.brandName, otp })
    return { message_id: await context.sms.send({ to: `+${phone}`, text, channel, code: otp }) }
  } catch (cause) {
    throw new AuthError('sms_send_failed', { cause })
  }
}

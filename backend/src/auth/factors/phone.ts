import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { claimMailGap } from '../rate-limits/mail-gaps.ts'
import { parsePhone } from '../users/phones.ts'
import { randomDigits } from '../verification/one-time-tokens.ts'
import type { FactorRow } from './factor-row.ts'

/** The phone number for a new second factor. */
export function readFactorPhone(given: string | undefined): string {
  if (!given) throw invalid('Phone number required to enroll Phone factor')
  return parsePhone(given)
}

/**
 * Allows one verified phone; replaces an unverified factor with the same number.
 * @throws {AuthError} `mfa_verified_factor_exists`
 */
export async function requireNoVerifiedPhone(sql: Queryable, userId: string, phone: string): Promise<void> {
  await sql`
    delete from auth.mfa_factors
    where user_id = ${userId} and factor_type = 'phone' and status = 'unverified' and phone = ${phone}`
  const [verified] = await sql`
    select from auth.mfa_factors where user_id = ${userId} and factor_type = 'phone' and status = 'verified'`
  if (verified) throw new AuthError('mfa_verified_factor_exists')
}

/** A code for one challenge; the caller sends it after the commit. @throws {AuthError} when the last one is too recent */
export async function newPhoneCode(context: AuthContext, sql: Queryable, phone: string): Promise<string> {
  await claimMailGap(context, sql, 'sms_mfa', phone)
  return context.config.auth.testOtps.get(phone) ?? randomDigits(context.config.auth.smsOtpDigits)
}

/** The stored form of a code: useless for another challenge, or without the installation's secret. */
export function hashOfPhoneCode({ keyring }: AuthContext, challengeId: string, code: string): Buffer {
  return createHmac('sha256', keyring.deriveSecret('mfa-phone')).update(`${challengeId}:${code}`).digest()
}

/** Whether this is the code of the challenge. */
export function isPhoneCode(
  context: AuthContext,
  challenge: { readonly id: string; readonly otp_hash: Buffer | null },
  code: string,
): boolean {
  const hash = hashOfPhoneCode(context, challenge.id, code.trim())
  return challenge.otp_hash !== null && timingSafeEqual(challenge.otp_hash, hash)
}

/** The number of a phone factor. */
export function phoneOf({ phone }: FactorRow): string {
  if (phone === null) throw new Error('A phone factor has no number.')
  return phone
}

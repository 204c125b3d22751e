import type { Provider, UserIdentity } from '@supabase/supabase-js'
import { jsonOf } from '../../../../contract/json-of.ts'
import { t } from '../../i18n/t.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

export interface DeviceSession {
  readonly id: string
  readonly created_at: string
  readonly last_active_at: string
  readonly user_agent: string | null
  readonly network: string | null
  readonly second_factor: boolean
  readonly current: boolean
}

export interface Passkey {
  readonly id: string
  readonly friendly_name?: string | undefined
  readonly created_at: string
  readonly last_used_at?: string | undefined
}

export interface SecondStep {
  /** Authenticator app; null without one. */
  readonly factorId: string | null
  /** Texted codes; last digits only. */
  readonly phone: Readonly<{ factorId: string; digits: string }> | null
  /** Null if never created. */
  readonly codesLeft: number | null
}

export async function readSessions(): Promise<DeviceSession[]> {
  return jsonOf<DeviceSession[]>(dataOf(await supabase.rpc('my_sessions')))
}

export async function endSession(sessionId: string): Promise<void> {
  dataOf(await supabase.rpc('end_session', { session_id: sessionId }))
}

export async function readPasskeys(): Promise<Passkey[]> {
  return throwing(await supabase.auth.passkey.list())
}

export async function addPasskey(): Promise<Passkey> {
  return throwing(await supabase.auth.registerPasskey())
}

export async function removePasskey(passkeyId: string): Promise<void> {
  const { error } = await supabase.auth.passkey.delete({ passkeyId })
  if (error) throw error
}

export async function readSecondStep(): Promise<SecondStep> {
  const { totp, phone } = throwing(await supabase.auth.mfa.listFactors())
  const factorId = totp[0]?.id ?? null
  const [number] = phone as { id: string; phone?: string }[] // the client's type leaves the number out
  const texted = number ? { factorId: number.id, digits: (number.phone ?? '').slice(-3) } : null
  const codesLeft = factorId === null && texted === null ? null : await countCodes()
  return { factorId, phone: texted, codesLeft }
}

async function countCodes(): Promise<number | null> {
  const { data, error } = await supabase.auth.mfa.recoveryCodes.getStatus()
  if (error && error.code !== 'mfa_factor_not_found') throw error
  return data?.remaining ?? null
}

export interface Enrolment {
  readonly factorId: string
  /** SVG as data: URL. */
  readonly picture: string
  readonly secret: string
}

/** Starts enrolment, removing an unfinished one. */
export async function beginSecondStep(issuer: string): Promise<Enrolment> {
  await giveUpUnfinished()
  const begun = throwing(
    await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: t('security.authenticatorApp'), issuer }),
  )
  return { factorId: begun.id, picture: begun.totp.qr_code, secret: begun.totp.secret }
}

async function giveUpUnfinished(): Promise<void> {
  const { all } = throwing(await supabase.auth.mfa.listFactors())
  for (const factor of all) {
    if (factor.status === 'unverified') await supabase.auth.mfa.unenroll({ factorId: factor.id })
  }
}

/** Verifies the first code. @returns recovery codes, shown once */
export async function finishSecondStep(factorId: string, code: string): Promise<readonly string[]> {
  const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
  return firstCodes()
}

/** Creates recovery codes unless they exist. */
async function firstCodes(): Promise<readonly string[]> {
  const { data, error } = await supabase.auth.mfa.recoveryCodes.generate()
  if (error && error.code !== 'mfa_factor_name_conflict') throw error
  return data?.codes ?? []
}

export interface PhoneEnrolment {
  readonly factorId: string
  readonly challengeId: string
}

/** Sends the first code. */
export async function beginPhoneStep(phone: string): Promise<PhoneEnrolment> {
  await giveUpUnfinished()
  const begun = throwing(
    await supabase.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: t('security.textMessage') }),
  )
  const challenge = throwing(await supabase.auth.mfa.challenge({ factorId: begun.id }))
  return { factorId: begun.id, challengeId: challenge.id }
}

/** @returns recovery codes, if these are the first */
export async function finishPhoneStep(begun: PhoneEnrolment, code: string): Promise<readonly string[]> {
  const { error } = await supabase.auth.mfa.verify({ ...begun, code })
  if (error) throw error
  return firstCodes()
}

export async function renewCodes(): Promise<readonly string[]> {
  const { data, error } = await supabase.auth.mfa.recoveryCodes.regenerate()
  if (!error) return data.codes
  if (error.code !== 'mfa_factor_not_found') throw error
  return throwing(await supabase.auth.mfa.recoveryCodes.generate()).codes
}

/** Removes the factor and refreshes the token. */
export async function endSecondStep(factorId: string): Promise<void> {
  const { error } = await supabase.auth.mfa.unenroll({ factorId })
  if (error) throw error
  await supabase.auth.refreshSession()
}

export async function readIdentities(): Promise<UserIdentity[]> {
  return throwing(await supabase.auth.getUserIdentities()).identities
}

export interface NewPassword {
  readonly password: string
  /** If required by the operator. */
  readonly currentPassword?: string | undefined
  /** Emailed code, if required. */
  readonly nonce?: string | undefined
}

/** @returns 'code-needed' when the server has emailed a code to confirm */
export async function changePassword({
  password,
  currentPassword,
  nonce,
}: NewPassword): Promise<'changed' | 'code-needed'> {
  const { error } = await supabase.auth.updateUser({
    password,
    ...(currentPassword ? { current_password: currentPassword } : {}),
    ...(nonce ? { nonce } : {}),
  })
  if (!error) return 'changed'
  if (error.code !== 'reauthentication_needed') throw error
  const asked = await supabase.auth.reauthenticate()
  if (asked.error) throw asked.error
  return 'code-needed'
}

/** Sends a code. @returns true if none is needed */
export async function changePhone(phone: string): Promise<boolean> {
  const { data, error } = await supabase.auth.updateUser({ phone })
  if (error) throw error
  return data.user.phone === phone.replaceAll(/\D/g, '')
}

export async function confirmPhone({ phone, token }: { phone: string; token: string }): Promise<void> {
  const { error } = await supabase.auth.verifyOtp({ phone, token, type: 'phone_change' })
  if (error) throw error
}

/** Redirects to the provider and back. */
export async function linkProvider(provider: string): Promise<void> {
  const { error } = await supabase.auth.linkIdentity({
    provider: provider as Provider, // also custom providers, which the client's list does not name
    options: { redirectTo: `${location.origin}/dashboard?tab=security` },
  })
  if (error) throw error
}

export async function unlinkProvider(identity: UserIdentity): Promise<void> {
  const { error } = await supabase.auth.unlinkIdentity(identity)
  if (error) throw error
}

/** Takes effect once confirmed from both addresses. */
export async function changeEmail(email: string): Promise<void> {
  const { error } = await supabase.auth.updateUser(
    { email },
    { emailRedirectTo: `${location.origin}/dashboard?tab=security` },
  )
  if (error) throw error
}

function throwing<Data>({ data, error }: { data: Data | null; error: Error | null }): Data {
  if (error) throw error
  if (data === null) throw new Error('The server sent nothing.')
  return data
}

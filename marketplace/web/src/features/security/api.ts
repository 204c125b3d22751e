import type { UserIdentity } from '@supabase/supabase-js'
import { dataOf } from '../../app/failure.ts'
import { supabase } from '../../app/supabase.ts'
import { t } from '../../i18n/t.ts'

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
  /** Null while there is none. */
  readonly factorId: string | null
  /** How many recovery codes are left; null when none were made. */
  readonly codesLeft: number | null
}

export async function readSessions(): Promise<DeviceSession[]> {
  return dataOf(await supabase.rpc('my_sessions')) as unknown as DeviceSession[] // jsonb, built by public.my_sessions()
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
  const { totp } = throwing(await supabase.auth.mfa.listFactors())
  const factorId = totp[0]?.id ?? null
  if (factorId === null) return { factorId, codesLeft: null }
  const { data, error } = await supabase.auth.mfa.recoveryCodes.getStatus()
  if (error && error.code !== 'mfa_factor_not_found') throw error
  return { factorId, codesLeft: data?.remaining ?? null }
}

export interface Enrolment {
  readonly factorId: string
  /** A data: address of an SVG picture. */
  readonly picture: string
  readonly secret: string
}

/** Begins with an authenticator app; one that was begun before and left is given up first. */
export async function beginSecondStep(issuer: string): Promise<Enrolment> {
  const { all } = throwing(await supabase.auth.mfa.listFactors())
  for (const factor of all) {
    if (factor.status === 'unverified') await supabase.auth.mfa.unenroll({ factorId: factor.id })
  }
  const begun = throwing(
    await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: t('Authenticator app'), issuer }),
  )
  return { factorId: begun.id, picture: begun.totp.qr_code, secret: begun.totp.secret }
}

/** Proves the app with its first code, and makes the recovery codes. @returns them; they are shown once. */
export async function finishSecondStep(factorId: string, code: string): Promise<readonly string[]> {
  const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
  return throwing(await supabase.auth.mfa.recoveryCodes.generate()).codes
}

export async function renewCodes(): Promise<readonly string[]> {
  const { data, error } = await supabase.auth.mfa.recoveryCodes.regenerate()
  if (!error) return data.codes
  if (error.code !== 'mfa_factor_not_found') throw error
  return throwing(await supabase.auth.mfa.recoveryCodes.generate()).codes
}

/** Takes the second step away; the token then says so. */
export async function endSecondStep(factorId: string): Promise<void> {
  const { error } = await supabase.auth.mfa.unenroll({ factorId })
  if (error) throw error
  await supabase.auth.refreshSession()
}

export async function readIdentities(): Promise<UserIdentity[]> {
  return throwing(await supabase.auth.getUserIdentities()).identities
}

export async function changePassword(password: string): Promise<void> {
  const { error } = await supabase.auth.updateUser({ password })
  if (error) throw error
}

/** Both addresses are asked; the new one counts when both have agreed. */
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

import type { AuthError, SupabaseClient, User } from '@supabase/supabase-js'

/** The challenge of the last code sent to a phone; a code is only valid for its own challenge. */
let sent: { readonly factorId: string; readonly challengeId: string } | null = null

interface Shown {
  readonly error: AuthError | Error | null
}

/** The account's verified phone factor, which codes can be sent to. */
export function phoneFactorOf(user: User | null): { id: string; phone: string } | null {
  const factor = user?.factors?.find(({ factor_type, status }) => factor_type === 'phone' && status === 'verified')
  return factor ? { id: factor.id, phone: (factor as { phone?: string }).phone ?? '' } : null // present on phone factors
}

/** Sends a code to the phone. */
export async function textFactorCode(client: SupabaseClient, factorId: string): Promise<Shown> {
  const { data, error } = await client.auth.mfa.challenge({ factorId })
  if (!error) sent = { factorId, challengeId: data.id }
  return { error }
}

/** Verifies the second factor: a texted code, a code of the authenticator app, or a recovery code. */
export async function showFactorCode(client: SupabaseClient, typed: string): Promise<Shown> {
  const code = typed.replaceAll(/\s/g, '')
  const isCode = /^\d{6}$/.test(code)
  if (isCode && sent) {
    const shown = await client.auth.mfa.verify({ ...sent, code })
    if (!shown.error) sent = null
    return shown
  }
  const { data, error } = await client.auth.mfa.listFactors()
  if (error) return { error }
  const factorId = data.totp[0]?.id
  return isCode && factorId
    ? client.auth.mfa.challengeAndVerify({ factorId, code })
    : client.auth.mfa.recoveryCodes.verify({ code: typed.trim() })
}

import type { User } from '@supabase/supabase-js'
import { supabase } from '../../lib/data/supabase.ts'
import { showFactorCode, textFactorCode } from '../auth/factor-codes.ts'

/** How a user proves their identity again. */
export type ProofKind = 'factor' | 'password' | 'mail'

/** The second factor if there is one; otherwise password or an emailed code. */
export function proofKindOf(user: User): ProofKind {
  if (user.factors?.some(({ status }) => status === 'verified')) return 'factor'
  return user.identities?.some(({ provider }) => provider === 'email') ? 'password' : 'mail'
}

/** Emails a code for `prove`. */
export async function mailProofCode(email: string, captchaToken?: string): Promise<void> {
  const { error } = await supabase.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, ...(captchaToken ? { captchaToken } : {}) },
  })
  if (error) throw error
}

/** Texts a code for `prove`. */
export async function textProofCode(factorId: string): Promise<void> {
  const { error } = await textFactorCode(supabase, factorId)
  if (error) throw error
}

interface Proof {
  readonly kind: ProofKind
  readonly email: string
  readonly secret: string
  readonly captchaToken?: string | undefined
}

/** Reauthenticates; the server records the time in the token. @throws with a message for the user */
export async function prove({ kind, email, secret, captchaToken }: Proof): Promise<void> {
  const { error } = await (kind === 'password'
    ? supabase.auth.signInWithPassword({
        email,
        password: secret,
        ...(captchaToken ? { options: { captchaToken } } : {}),
      })
    : kind === 'mail'
      ? supabase.auth.verifyOtp({ email, token: digitsOf(secret), type: 'email' })
      : showFactorCode(supabase, secret))
  if (error) throw error
}

const digitsOf = (text: string) => text.replaceAll(/\s/g, '')

import type { User } from '@supabase/supabase-js'
import { supabase } from '../../lib/data/supabase.ts'
import { showFactorCode, textFactorCode } from '../auth/factor-codes.ts'

/** How somebody shows once more that it is them. */
export type ProofKind = 'factor' | 'password' | 'mail'

/** The second factor where there is one; else the password, and a code by mail for who has none or does not know it. */
export function proofKindOf(user: User): ProofKind {
  if (user.factors?.some(({ status }) => status === 'verified')) return 'factor'
  return user.identities?.some(({ provider }) => provider === 'email') ? 'password' : 'mail'
}

/** Sends the six digits that `prove` takes for the kind `mail`. */
export async function mailProofCode(email: string, captchaToken?: string): Promise<void> {
  const { error } = await supabase.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, ...(captchaToken ? { captchaToken } : {}) },
  })
  if (error) throw error
}

/** Sends the six digits that `prove` takes for the kind `factor`, to the phone. */
export async function textProofCode(factorId: string): Promise<void> {
  const { error } = await textFactorCode(supabase, factorId)
  if (error) throw error
}

interface Proof {
  readonly kind: ProofKind
  readonly email: string
  /** A password or a code, as typed. */
  readonly secret: string
  readonly captchaToken?: string | undefined
}

/** Proves it to the server, which notes the moment in the token. @throws with the server's sentence */
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

import Type, { type Static } from 'typebox'
import type { AuthContext } from '../context.ts'
import { invalid } from '../errors.ts'
import { isKnownHash } from '../passwords/password-hashes.ts'

/** Account attributes that an administrator can set. */
export const AdminUserBody = Type.Object({
  id: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  password_hash: Type.Optional(Type.String()),
  email_confirm: Type.Optional(Type.Boolean()),
  phone_confirm: Type.Optional(Type.Boolean()),
  user_metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  app_metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  role: Type.Optional(Type.String()),
  aud: Type.Optional(Type.String()),
  ban_duration: Type.Optional(Type.String()),
})
export type AdminUserBody = Static<typeof AdminUserBody>

/** The hash to store for a given password or an imported hash; null when neither is given. */
export async function passwordHashOf(context: AuthContext, body: AdminUserBody): Promise<string | null> {
  const { password, password_hash: imported } = body
  if (password && imported) throw invalid('Only a password or a password hash should be provided')
  if (imported) {
    if (!isKnownHash(imported)) throw invalid('Unsupported password hash: use bcrypt, argon2 or scrypt')
    return imported
  }
  if (!password) return null
  context.passwords.requireHashable(password)
  return context.passwords.hash(password, null)
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 }
/** Go durations are signed 64-bit nanoseconds: at most about 292 years. */
const LONGEST_GO_DURATION_SECONDS = 2 ** 63 / 1e9
const GO_DURATION = /^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/

/** Seconds of a Go duration such as `2h45m`; null for `none`, which lifts a ban. */
export function parseBanDuration(text: string): number | null {
  if (text === 'none') return null
  if (!GO_DURATION.test(text)) throw invalid(`invalid format for ban duration: time: invalid duration "${text}"`)
  const parts = text.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h)/g)
  const seconds = [...parts].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNIT_SECONDS[unit ?? 's'] ?? 0),
    0,
  )
  if (seconds > LONGEST_GO_DURATION_SECONDS)
    throw invalid(`invalid format for ban duration: time: invalid duration "${text}"`)
  return seconds
}

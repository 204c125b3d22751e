import type { AuthContext, Client } from './context.ts'
import { parseEmail } from './emails.ts'
import { AuthError, invalid } from './errors.ts'
import { openSession } from './sessions.ts'
import type { TokenBody } from './token-body.ts'
import type { UserRow } from './user-row.ts'
import { findUserByEmail, isBanned } from './users.ts'

/**
 * POST /token?grant_type=password. An unknown address, an account without a password and a wrong password get one answer
 * after one amount of work; a ban and a missing confirmation show only to whoever knows the password.
 */
export async function signInWithPassword(context: AuthContext, body: TokenBody, client: Client) {
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on login.')
  }
  if (body.phone) throw new AuthError('phone_provider_disabled', { status: 422, message: 'Phone logins are disabled' })
  if (!body.email) throw invalid('missing email or phone')
  const password = body.password ?? ''
  const account = body.email.toLowerCase().slice(0, 255) // a key in memory must stay small
  context.guessDelay.requirePatience(account)

  const user = await findSignInUser(context, body.email)
  const passwordHash = user?.encrypted_password ?? null
  const matches = await context.passwords.matches(password, passwordHash)
  if (!user || passwordHash === null || !matches) {
    context.guessDelay.failed(account)
    throw new AuthError('invalid_credentials')
  }
  context.guessDelay.succeeded(account)
  if (isBanned(user)) throw new AuthError('user_banned', { status: 400 })
  if (!user.email_confirmed_at) throw new AuthError('email_not_confirmed')

  const session = await openSession(context, context.sql, { userId: user.id, method: 'password', client, passwordHash })
  if (!session) throw new AuthError('invalid_credentials')
  const weakness = context.passwords.weaknessOf(password)
  return { session, weakness: weakness && { message: weakness.message, reasons: weakness.reasons } }
}

/** An address that could never be registered is simply unknown here. */
async function findSignInUser(context: AuthContext, given: string): Promise<UserRow | null> {
  try {
    return await findUserByEmail(context.sql, parseEmail(given))
  } catch (error) {
    if (error instanceof AuthError && error.code === 'validation_failed') return null
    throw error
  }
}

import { networkOf } from '../../http/client-address.ts'
import { audit } from '../audit.ts'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { endSessions, openSession, type SessionRequest } from '../sessions/sessions.ts'
import type { TokenBody } from '../tokens/token-body.ts'
import { parseEmail } from '../users/emails.ts'
import { parsePhone, requirePhones } from '../users/phones.ts'
import { findToSignIn, findUserById, isBanned, type SignInAccount } from '../users/users.ts'

/** Fewer wrong passwords in a row are likely the owner's own. */
const RECORDED_FROM = 3

/**
 * POST /token?grant_type=password. An unknown address, an account without a password and a wrong password get the same response
 * after the same amount of work; a ban and a missing confirmation are revealed only with the right password.
 */
export async function signInWithPassword(context: AuthContext, body: TokenBody, client: Client) {
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on login.')
  }
  if (body.phone) requirePhones(context, 'Phone logins are disabled', 422)
  else if (!context.config.auth.email)
    throw new AuthError('email_provider_disabled', { message: 'Email logins are disabled', status: 422 })
  const given = body.email || body.phone
  if (!given) throw invalid('missing email or phone')
  const password = body.password ?? ''
  const account = given.toLowerCase().slice(0, 255) // a key in memory must stay small
  const [guesses, user] = await Promise.all([
    context.guessDelay.requirePatience(account),
    findSignInAccount(context, body),
  ])
  const passwordHash = user?.encrypted_password ?? null
  const matches = await context.passwords.matches(password, passwordHash, networkOf(client.ip))
  await askHook(context, passwordHash === null ? null : (user?.id ?? null), matches)
  if (!user || passwordHash === null || !matches) {
    await context.guessDelay.failed(account)
    if (user) recordGuess(context, user, client, guesses + 1)
    throw new AuthError('invalid_credentials')
  }
  if (guesses > 0) await context.guessDelay.succeeded(account)
  if (isBanned(user)) throw new AuthError('user_banned', { status: 400 })
  if (body.email && !user.email_confirmed_at) throw new AuthError('email_not_confirmed')
  if (body.phone && !user.phone_confirmed_at) throw new AuthError('phone_not_confirmed')

  const request = { userId: user.id, method: 'password', client } as const
  const session =
    (await openSession(context, context.sql, { ...request, passwordHash })) ??
    (await openWithNewHash(context, request, password))
  if (!session) throw new AuthError('invalid_credentials')
  // After the response, so that it takes equally long for every account.
  context.inBackground('renew an imported hash', () => renewHash(context, user.id, password, passwordHash))
  const weakness = await context.passwords.weaknessOf(password)
  return { session, weakness: weakness && { message: weakness.message, reasons: weakness.reasons } }
}

/**
 * The stored hash was replaced during the password check: either a concurrent sign-in renewed the hash of the same password, or
 * the password was changed, and then no session is opened.
 */
async function openWithNewHash(context: AuthContext, request: Omit<SessionRequest, 'passwordHash'>, password: string) {
  const passwordHash = (await findUserById(context.sql, request.userId))?.encrypted_password ?? null
  if (passwordHash === null || !(await context.passwords.matches(password, passwordHash, networkOf(request.client.ip))))
    return null
  return openSession(context, context.sql, { ...request, passwordHash })
}

/**
 * Records repeated wrong passwords for the account's owner. From the tenth in a row on, each delays the next, so the log stays
 * readable. Runs after the response, which takes equally long for an unknown account.
 */
function recordGuess(context: AuthContext, user: SignInAccount, client: Client, attempts: number): void {
  if (attempts < RECORDED_FROM) return
  context.inBackground('record wrong passwords', () => audit(context.sql, 'login_failed', user, client, { attempts }))
}

/** @throws {AuthError} `invalid_credentials` with the hook's message when it rejects the attempt, right or wrong. */
async function askHook(context: AuthContext, userId: string | null, valid: boolean): Promise<void> {
  const verdict = await context.hooks.passwordVerification(userId, valid)
  if (verdict.kind === 'continue') return
  if (verdict.signOut && userId !== null) await endSessions(context.sql, userId, 'all')
  throw new AuthError('invalid_credentials', { message: verdict.message })
}

/** Replaces an imported hash with one of ours while its password is known, unless the password was changed meanwhile. */
async function renewHash(context: AuthContext, userId: string, password: string, imported: string): Promise<void> {
  const hash = await context.passwords.rehash(password, imported)
  if (hash === null) return
  await context.sql.begin(async (sql) => {
    await sql`select set_config('auth.renews_hash', 'on', true)` // the password is the same, so personal tokens stay valid
    await sql`
      update auth.users set encrypted_password = ${hash} where id = ${userId} and encrypted_password = ${imported}`
  })
}

/** An address that could never be registered counts as unknown. */
async function findSignInAccount({ sql }: AuthContext, { email, phone }: TokenBody): Promise<SignInAccount | null> {
  try {
    return phone
      ? await findToSignIn(sql, { phone: parsePhone(phone) })
      : await findToSignIn(sql, { email: parseEmail(email ?? '') })
  } catch (error) {
    if (error instanceof AuthError && error.code === 'validation_failed') return null
    throw error
  }
}

import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import type { UserRow } from '../users/user-row.ts'
import { inTransaction } from '../users/users.ts'
import { consumeToken, findByOtp } from '../verification/one-time-tokens.ts'

/** A session younger than this has recently authenticated. */
const FRESH_HOURS = 24
/** Users who signed in by one of these may have forgotten the password: they have proven their address instead. */
const WITHOUT_PASSWORD = ['otp', 'magiclink', 'recovery']

export interface PasswordUpdate {
  readonly password: string
  readonly current_password?: string | undefined
  readonly nonce?: string | undefined
}

/**
 * Checks what the configuration requires for a new password besides a session, and hashes it.
 * @throws {AuthError} `reauthentication_needed`, `reauthentication_not_valid`, `current_password_required`,
 * `current_password_invalid`, `same_password`, or {WeakPasswordError}
 */
export async function readNewPassword(
  context: AuthContext,
  signedIn: SignedIn,
  update: PasswordUpdate,
): Promise<string> {
  const { user } = signedIn
  await context.passwords.requireStrong(update.password)
  const { reauthentication, currentPassword } = context.config.auth.passwordUpdate
  if (reauthentication || currentPassword) {
    const session = await sessionOf(context, signedIn)
    if (currentPassword) await requireCurrentPassword(context, user, session.methods, update.current_password)
    if (reauthentication && !session.is_fresh) await requireNonce(context, user, update.nonce)
  }
  if (
    user.encrypted_password !== null &&
    (await context.passwords.matches(update.password, user.encrypted_password, user.id))
  ) {
    throw new AuthError('same_password')
  }
  return context.passwords.hash(update.password, user.id)
}

interface SessionFacts {
  readonly is_fresh: boolean
  readonly methods: readonly string[]
}

async function sessionOf({ sql }: AuthContext, { sessionId }: SignedIn): Promise<SessionFacts> {
  const [session] = await sql<SessionFacts[]>`
    select s.created_at > now() - make_interval(hours => ${FRESH_HOURS}) as is_fresh, array(
      select a.authentication_method from auth.mfa_amr_claims a where a.session_id = s.id) as methods
    from auth.sessions s where s.id = ${sessionId}`
  return session ?? { is_fresh: false, methods: [] }
}

async function requireCurrentPassword(
  context: AuthContext,
  user: UserRow,
  methods: readonly string[],
  given: string | undefined,
): Promise<void> {
  if (user.encrypted_password === null || methods.some((method) => WITHOUT_PASSWORD.includes(method))) return
  if (!given) throw new AuthError('current_password_required')
  const guess = `password:${user.id}`
  await context.guessDelay.requirePatience(guess)
  if (!(await context.passwords.matches(given, user.encrypted_password, user.id))) {
    await context.guessDelay.failed(guess)
    throw new AuthError('current_password_invalid')
  }
  await context.guessDelay.succeeded(guess)
}

/** Checks the code sent by GET /reauthenticate. A wrong one is counted, so the refusal is thrown only after the commit. */
async function requireNonce(context: AuthContext, user: UserRow, nonce: string | undefined): Promise<void> {
  if (!nonce) throw new AuthError('reauthentication_needed')
  const address = user.email ?? user.phone ?? ''
  const isValid = await inTransaction(context, async (sql) => {
    const token = await findByOtp(context, sql, ['reauthentication_token'], address, nonce)
    return token !== null && token.user_id === user.id && (await consumeToken(sql, token))
  })
  if (!isValid) throw new AuthError('reauthentication_not_valid')
}

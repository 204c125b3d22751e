import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import type { HookName } from '../../config/hooks.ts'
import type { Sql } from '../../database/database.ts'
import type { SmsChannel } from '../../sms/sms.ts'
import type { Client } from '../client.ts'
import { AuthError } from '../errors.ts'
import type { UserView } from '../users/user-view.ts'
import { type AccessTokenClaims, requireClaims } from './access-token-claims.ts'
import { askOverHttp } from './http-hook.ts'
import { askDatabase } from './sql-hook.ts'

export interface EmailHookData {
  readonly token: string
  readonly token_hash: string
  readonly redirect_to: string
  readonly email_action_type: string
  /** The base URL of this service, from which links are built. */
  readonly site_url: string
  readonly token_new: string
  readonly token_hash_new: string
}

/** A user before it is created, as hooks see it. */
export interface CandidateUser {
  readonly id?: string
  readonly email?: string | null
  readonly phone?: string | null
  readonly provider: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly isAnonymous?: boolean
}

/** A hook answered with a rejection. */
export class HookRefusal extends AuthError {}

/** A newly created account. */
interface Creation {
  /** Stays the same across repeated calls. */
  readonly id: string
  /** The client's IP address. */
  readonly ip: string
  readonly at: Date
}

/** The decision of a verification hook. */
type Verdict =
  | { readonly kind: 'continue' }
  | { readonly kind: 'reject'; readonly message: string; readonly signOut: boolean }

/**
 * Hooks of the application. Each is called outside any transaction: it may be slow, and no other query may have to wait for it.
 * A hook that is not configured agrees.
 */
export interface Hooks {
  has(name: HookName): boolean
  /** @throws {AuthError} the hook's rejection, or when its claims lack a required one */
  customClaims(userId: string, method: string, claims: AccessTokenClaims): Promise<AccessTokenClaims>
  /** @throws {AuthError} the hook's rejection */
  beforeUserCreated(candidate: CandidateUser, client: Client): Promise<void>
  /** The caller must retry if the application could not be reached: see new-users.ts. @throws {AuthError} */
  afterUserCreated(user: UserView, creation: Creation): Promise<void>
  /** `userId` is null for an unknown account: the hook is not called, and the response is delayed by as long as its last call took. */
  passwordVerification(userId: string | null, valid: boolean): Promise<Verdict>
  mfaVerification(attempt: { userId: string; factorId: string; factorType: string; valid: boolean }): Promise<Verdict>
  sendEmail(user: UserView, data: EmailHookData): Promise<void>
  sendSms(user: UserView, sms: { otp: string; phone: string; channel: SmsChannel }): Promise<void>
}

/** Reads the targets on each call, so that they follow the configuration. */
export function createHooks(auth: Pick<Config['auth'], 'hooks'>, sql: Sql): Hooks {
  let lastPasswordMs = 0

  async function ask(
    name: HookName,
    payload: unknown,
    id: string = randomUUID(),
  ): Promise<Readonly<Record<string, unknown>>> {
    const target = auth.hooks[name]
    if (!target) return {}
    const answer =
      target.kind === 'http' ? await askOverHttp(target, payload, id) : await askDatabase(sql, target, payload)
    // Any answer that isn't an object counts as empty.
    const said = typeof answer === 'object' && answer !== null ? { ...answer } : {}
    throwIfRejected(said)
    return said
  }

  return {
    has: (name) => auth.hooks[name] !== undefined,
    async customClaims(userId, method, claims) {
      if (!auth.hooks.custom_access_token) return claims
      const payload = { user_id: userId, claims, authentication_method: method }
      return requireClaims((await ask('custom_access_token', payload)).claims)
    },
    async beforeUserCreated(candidate, { ip }) {
      if (!auth.hooks.before_user_created) return
      const metadata = metadataOf('before-user-created', { id: randomUUID(), ip, at: new Date() })
      await ask('before_user_created', { metadata, user: viewCandidate(candidate) })
    },
    async afterUserCreated(user, creation) {
      const metadata = metadataOf('after-user-created', creation)
      await ask('after_user_created', { metadata, user }, creation.id)
    },
    async passwordVerification(userId, valid) {
      if (!auth.hooks.password_verification_attempt) return { kind: 'continue' }
      if (userId === null) {
        await wait(lastPasswordMs)
        return { kind: 'continue' }
      }
      const startedAt = performance.now()
      const answer = await ask('password_verification_attempt', { user_id: userId, valid })
      lastPasswordMs = performance.now() - startedAt
      return verdictOf(answer, 'Further password verification attempts will be rejected.')
    },
    async mfaVerification({ userId, factorId, factorType, valid }) {
      const payload = { user_id: userId, factor_id: factorId, factor_type: factorType, valid }
      const answer = await ask('mfa_verification_attempt', payload)
      return verdictOf(answer, 'Further MFA verification attempts will be rejected.')
    },
    async sendEmail(user, data) {
      await ask('send_email', { user, email_data: data })
    },
    async sendSms(user, sms) {
      await ask('send_sms', { user, sms })
    },
  }
}

function metadataOf(name: string, { id, ip, at }: Creation) {
  return { uuid: id, time: at.toISOString(), name, ip_address: ip }
}

/** A hook rejects with `{"error": {"http_code": 403, "message": "…"}}`. */
function throwIfRejected({ error }: Readonly<Record<string, unknown>>): void {
  if (typeof error !== 'object' || error === null) return
  const { http_code: code, message } = error as { http_code?: unknown; message?: unknown }
  const status = typeof code === 'number' && code >= 400 && code <= 599 ? code : 500
  throw new HookRefusal(status === 500 ? 'unexpected_failure' : 'unknown', {
    status,
    message: typeof message === 'string' && message !== '' ? message : 'The request was refused by a hook',
  })
}

function verdictOf(answer: Readonly<Record<string, unknown>>, otherwise: string): Verdict {
  if (answer.decision !== 'reject') return { kind: 'continue' }
  const message = typeof answer.message === 'string' && answer.message !== '' ? answer.message : otherwise
  return { kind: 'reject', message, signOut: answer.should_logout_user === true }
}

function viewCandidate({ id, email, phone, provider, metadata, isAnonymous = false }: CandidateUser) {
  const now = new Date().toISOString()
  return {
    id: id ?? randomUUID(),
    aud: 'authenticated',
    role: isAnonymous ? 'authenticated' : '',
    email: email ?? '',
    phone: phone ?? '',
    app_metadata: isAnonymous ? {} : { provider, providers: [provider] },
    user_metadata: metadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: isAnonymous,
  }
}

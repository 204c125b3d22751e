import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import postgres from '#postgres'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { jsonb } from '../jsonb.ts'
import type { Queryable } from '../queryable.ts'
import { endSessions } from '../sessions/sessions.ts'
import { parseEmail } from '../users/emails.ts'
import { mergeMetadata, requireMetadataSize } from '../users/metadata.ts'
import { parsePhone } from '../users/phones.ts'
import type { UserRow } from '../users/user-row.ts'
import { viewUser } from '../users/user-view.ts'
import {
  confirmEmail,
  findUserById,
  inTransaction,
  lockUser,
  refreshProviders,
  setPassword,
  upsertEmailIdentity,
} from '../users/users.ts'
import { dropPendingTokens } from '../verification/one-time-tokens.ts'
import { AdminUserBody, parseBanDuration, passwordHashOf } from './attributes.ts'
import { setBan } from './ban.ts'
import { setPhone } from './phone.ts'
import { userIdOf } from './user-params.ts'

/** PUT /admin/users/{id}: changes take effect immediately, without an email. */
export const adminUpdateUser: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.put('/admin/users/:id', { schema: { body: AdminUserBody } }, async (request) => {
    const id = userIdOf(request)
    const { body } = request
    const phone = body.phone ? parsePhone(body.phone) : null
    const email = body.email ? parseEmail(body.email) : null
    const banSeconds = body.ban_duration === undefined ? undefined : parseBanDuration(body.ban_duration)
    if (body.password) await context.passwords.requireStrong(body.password)
    const passwordHash = await passwordHashOf(context, body)

    const updated = await inTransaction(context, async (sql) => {
      const user = await lockUser(sql, id)
      if (!user) throw new AuthError('user_not_found')
      await setDescription(sql, user, body)
      if (email && email !== user.email) await setEmail(sql, user, email)
      if (body.email_confirm) await confirmEmail(sql, { ...user, email: email ?? user.email })
      if (phone ?? (body.phone_confirm ? user.phone : null)) {
        await setPhone(sql, id, phone ?? user.phone ?? '', body.phone_confirm ?? false)
      }
      if (banSeconds !== undefined) await setBan(sql, id, banSeconds)
      if (passwordHash) {
        await setPassword(sql, id, passwordHash)
        await endSessions(sql, id, 'all')
        await dropPendingTokens(sql, id)
      }
      await audit(sql, 'user_modified', user, clientOf(request), { by: 'administrator' })
      return findUserById(sql, id)
    }).catch(translateTakenAddress)
    if (!updated) throw new AuthError('user_not_found')
    return viewUser(updated)
  })
}

async function setDescription(sql: Queryable, user: UserRow, body: AdminUserBody): Promise<void> {
  const userMetadata = mergeMetadata(user.raw_user_meta_data, body.user_metadata ?? {})
  const appMetadata = mergeMetadata(user.raw_app_meta_data, body.app_metadata ?? {})
  requireMetadataSize(userMetadata)
  requireMetadataSize(appMetadata)
  await sql`
    update auth.users set raw_user_meta_data = ${jsonb(sql, userMetadata)}, raw_app_meta_data = ${jsonb(sql, appMetadata)},
      role = ${body.role ?? user.role}, aud = ${body.aud ?? user.aud}, updated_at = now()
    where id = ${user.id}`
}

async function setEmail(sql: Queryable, user: UserRow, email: string): Promise<void> {
  await sql`
    update auth.users set email = ${email}, email_change = null, email_change_sent_at = null, email_change_confirm_status = 0
    where id = ${user.id}`
  await upsertEmailIdentity(sql, user.id, email, user.email_confirmed_at !== null)
  await refreshProviders(sql, user.id)
  await dropPendingTokens(sql, user.id)
}

function translateTakenAddress(error: unknown): never {
  const taken = error instanceof postgres.PostgresError && error.constraint_name === 'users_email_key'
  throw taken ? new AuthError('email_exists', { cause: error }) : error
}

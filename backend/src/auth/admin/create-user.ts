import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { announceNewUser, noteNewUser } from '../hooks/new-users.ts'
import { isUuid } from '../sessions/bearer.ts'
import { parseEmail } from '../users/emails.ts'
import { requireMetadataSize } from '../users/metadata.ts'
import { parsePhone } from '../users/phones.ts'
import { viewUser } from '../users/user-view.ts'
import { findUserById, insertEmailUser, insertPhoneUser, inTransaction } from '../users/users.ts'
import { AdminUserBody, parseBanDuration, passwordHashOf } from './attributes.ts'
import { setBan } from './ban.ts'
import { setPhone, takenPhone } from './phone.ts'

/** POST /admin/users: creates an account as given. No email is sent, and nothing is confirmed unless requested. */
export const adminCreateUser: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post('/admin/users', { schema: { body: AdminUserBody } }, async (request) => {
    const { body } = request
    if (!body.email && !body.phone) throw invalid('Cannot create a user without either an email or phone')
    const email = body.email ? parseEmail(body.email) : null
    const phone = body.phone ? parsePhone(body.phone) : null
    const id = body.id === undefined ? undefined : parseUserId(body.id)
    const banSeconds = body.ban_duration === undefined ? null : parseBanDuration(body.ban_duration)
    const confirmed = body.email_confirm ?? false
    const userMetadata = { ...body.user_metadata, ...(confirmed ? { email_verified: true } : {}) }
    requireMetadataSize(userMetadata)
    requireMetadataSize(body.app_metadata ?? {})
    const passwordHash = await passwordHashOf(context, body)

    const user = await inTransaction(context, async (sql) => {
      const { role, aud, app_metadata: appMetadata } = body
      const account = { id, passwordHash, userMetadata, appMetadata, role, aud }
      const created = email
        ? await insertEmailUser(sql, { ...account, email, confirmed })
        : await insertPhoneUser(sql, { ...account, phone: phone ?? '', confirmed: body.phone_confirm ?? false })
      if (!created) throw email ? new AuthError('email_exists') : takenPhone()
      if (email && phone) await setPhone(sql, created.id, phone, body.phone_confirm ?? false)
      if (banSeconds !== null) await setBan(sql, created.id, banSeconds)
      await audit(sql, 'user_signedup', created, clientOf(request), { by: 'administrator' })
      await noteNewUser(context, sql, created.id, clientOf(request))
      return (await findUserById(sql, created.id)) ?? created
    })
    await announceNewUser(context, user.id)
    return viewUser(user)
  })
}

function parseUserId(given: string): string {
  if (!isUuid(given)) throw invalid('ID must conform to the uuid v4 format')
  if (/^[0-]+$/.test(given)) throw invalid('ID cannot be a nil uuid')
  return given.toLowerCase()
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { isUuid, requireFactor, requireUser } from '../sessions/bearer.ts'
import type { IdentityRow, UserRow } from '../users/user-row.ts'
import { inTransaction, lockUser, refreshProviders } from '../users/users.ts'
import { dropPendingTokens } from '../verification/one-time-tokens.ts'

/** DELETE /user/identities/{identity_id}: removes a sign-in method from the user's account; never the last one. */
export const unlinkIdentity: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.delete('/user/identities/:id', async (request) => {
    const signedIn = await requireUser(context, request, { owingFactor: true })
    if (!context.config.auth.manualLinking) throw new AuthError('manual_linking_disabled')
    const { id } = request.params as { id: string } // the path declares :id
    if (!isUuid(id)) {
      throw new AuthError('validation_failed', { status: 404, message: 'identity_id must be an UUID' })
    }
    requireFactor(signedIn, 'AAL2 session is required to unlink an identity.', 401)
    const provider = await inTransaction(context, async (sql) => {
      const user = await lockUser(sql, signedIn.user.id)
      if (!user) throw new AuthError('user_not_found')
      if (user.identities.length <= 1) throw new AuthError('single_identity_not_deletable')
      const identity = user.identities.find((one) => one.id === id.toLowerCase())
      if (!identity) throw new AuthError('identity_not_found')
      await sql`delete from auth.identities where id = ${identity.id}`
      await moveAddress(sql, user, identity)
      await refreshProviders(sql, user.id)
      await audit(sql, 'identity_unlinked', user, clientOf(request), { provider: identity.provider })
      return identity.provider
    })
    context.emails.notify({ kind: 'identity_unlinked', user: signedIn.user, details: { provider } })
    return {}
  })
}

/** If no remaining identity has the account's address, the account adopts the address of one that remains. */
async function moveAddress(sql: Queryable, user: UserRow, gone: IdentityRow): Promise<void> {
  const left = user.identities.filter(({ id }) => id !== gone.id)
  if (user.email === null || left.some(({ email }) => email === user.email?.toLowerCase())) return
  const isVerified = ({ identity_data: data }: IdentityRow) => data.email_verified === true
  const withAddress = left.filter(({ email }) => email !== null)
  const next = withAddress.find(isVerified) ?? withAddress[0] ?? null
  try {
    await sql`
      update auth.users set email = ${next?.email ?? null}, updated_at = now(),
        email_confirmed_at = ${next && isVerified(next) ? sql`coalesce(email_confirmed_at, now())` : null}
      where id = ${user.id}`
  } catch (cause) {
    throw new AuthError('email_conflict_identity_not_deletable', { cause })
  }
  await dropPendingTokens(sql, user.id)
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { invalid } from '../errors.ts'
import { queryValue } from '../request-input.ts'
import { inTransaction } from '../users/users.ts'
import { owesFactor, requireUser } from './bearer.ts'
import { endSessions } from './sessions.ts'

/**
 * POST /logout?scope=global|local|others: ends all of the user's sessions, this one, or all but this one. Applications, and
 * sessions that owe a second factor, end only themselves.
 */
export const logout: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post('/logout', async (request, reply) => {
    const scope = queryValue(request, 'scope') ?? 'global'
    if (scope !== 'global' && scope !== 'local' && scope !== 'others')
      throw invalid(`Unsupported logout scope "${scope}"`)
    const signedIn = await requireUser(context, request, {
      applications: true,
      owingFactor: true,
    })
    const { user, sessionId, grant } = signedIn
    // A caller who knows only the password must not sign the account's owner out.
    const ends = grant || owesFactor(signedIn) ? 'local' : scope
    await inTransaction(context, async (sql) => {
      await audit(sql, 'logout', user, clientOf(request), { scope: ends })
      if (ends === 'global' || sessionId === null) await endSessions(sql, user.id, 'all')
      else await endSessions(sql, user.id, ends === 'local' ? { only: sessionId } : { allBut: sessionId })
    })
    return reply.code(204).send()
  })
}

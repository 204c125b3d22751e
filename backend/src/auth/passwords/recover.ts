import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { prepareRecovery } from '../emails/account-emails.ts'
import { invalid } from '../errors.ts'
import { claimMailGap } from '../rate-limits/mail-gaps.ts'
import { redirectFor } from '../redirects/redirects.ts'
import { PkceFields, parseCodeChallenge } from '../sign-in/flow-state.ts'
import { parseEmail } from '../users/emails.ts'
import { findUserByEmail, inTransaction } from '../users/users.ts'

const RecoverBody = Type.Object({ email: Type.Optional(Type.String()), ...PkceFields })

/** POST /recover: emails a link for choosing a new password. The response is the same for every address. */
export const recover: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post(
    '/recover',
    { onRequest: context.limit('recover'), preHandler: context.captcha, schema: { body: RecoverBody } },
    async (request) => {
      if (!request.body.email) throw invalid('Password recovery requires an email')
      const email = parseEmail(request.body.email)
      const flow = { redirectTo: redirectFor(context.config.auth, request), pkce: parseCodeChallenge(request.body) }
      const client = clientOf(request)
      await context.limitRareAction('resets', request, email)
      await claimMailGap(context, context.sql, 'recovery', email)

      // After the response, so that its time doesn't reveal whether the account exists.
      context.inBackground('prepare a recovery mail', async () => {
        const mail = await inTransaction(context, async (sql) => {
          const user = await findUserByEmail(sql, email)
          if (!user) return null
          await audit(sql, 'user_recovery_requested', user, client)
          return prepareRecovery(context, sql, user, flow)
        })
        if (mail) context.emails.send([mail])
      })
      return {}
    },
  )
}

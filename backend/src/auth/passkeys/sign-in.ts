import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { sendSession } from '../sessions/session-response.ts'
import { openSession } from '../sessions/sessions.ts'
import { findUserById, inTransaction, isBanned } from '../users/users.ts'
import { beginCeremony, takeCeremony } from './passkey-challenge.ts'
import { knownCredential, type PasskeyRow } from './passkey-row.ts'
import { CeremonyAnswer } from './register.ts'
import { credentialIdOf, readAssertion, requestOptions } from './webauthn.ts'

/** POST /passkeys/authentication/options and /verify: opens a session with a passkey, without an address or a password. */
export const signInWithPasskey: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post(
    '/passkeys/authentication/options',
    { onRequest: context.limit('passkeyOptions'), preHandler: context.captcha },
    async () => {
      const options = await requestOptions(context)
      return { ...(await beginCeremony(context, null, options.challenge)), options }
    },
  )

  const options = { onRequest: context.limit('token'), schema: { body: CeremonyAnswer } }
  app.post('/passkeys/authentication/verify', options, async (request, reply) => {
    const challenge = await takeCeremony(context, null, request.body)
    const { credential } = request.body
    const session = await inTransaction(context, async (sql) => {
      const [passkey] = await sql<PasskeyRow[]>`
        select * from auth.webauthn_credentials where credential_id = ${credentialIdOf(credential)} for update`
      const counter = passkey && (await readAssertion(context, credential, challenge, knownCredential(passkey)))
      // The response must not distinguish an unknown credential from an invalid proof.
      if (!passkey || counter === undefined || counter === null) throw new AuthError('webauthn_verification_failed')
      const user = await findUserById(sql, passkey.user_id)
      if (!user) throw new AuthError('webauthn_verification_failed')
      if (isBanned(user)) throw new AuthError('user_banned')
      if (!user.confirmed_at) {
        throw new AuthError('email_not_confirmed', { status: 403 })
      }
      await sql`
        update auth.webauthn_credentials set sign_count = ${counter}, last_used_at = now() where id = ${passkey.id}`
      return openSession(context, sql, { userId: user.id, method: 'passkey', client: clientOf(request) })
    })
    if (!session) throw new AuthError('webauthn_verification_failed')
    return sendSession(reply, session)
  })
}

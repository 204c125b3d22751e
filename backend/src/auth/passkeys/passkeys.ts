import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { managePasskeys } from './manage.ts'
import { registerPasskey } from './register.ts'
import { signInWithPasskey } from './sign-in.ts'

/** Sign-in with a passkey alone (WebAuthn Level 2). */
export const passkeys: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.addHook('onRequest', async () => {
    if (!context.config.auth.passkeys) throw new AuthError('passkey_disabled')
  })
  await app.register(registerPasskey, context)
  await app.register(signInWithPasskey, context)
  await app.register(managePasskeys, context)
}

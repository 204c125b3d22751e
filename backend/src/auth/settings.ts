import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from './context.ts'
import { KNOWN_PROVIDERS } from './providers/providers.ts'

/** GET /settings: what a sign-in page may offer. */
export const settings: FastifyPluginAsyncTypebox<AuthContext> = async (app, { config, providers }) => {
  const external = Object.fromEntries([
    ...[...KNOWN_PROVIDERS].map((name) => [name, false]),
    ...providers.names.map((name) => [name, true]),
  ])
  app.get('/settings', async () => ({
    external: {
      ...external,
      email: config.auth.email,
      phone: config.auth.phone,
      anonymous_users: config.auth.anonymous,
    },
    disable_signup: !config.auth.signups,
    mailer_autoconfirm: config.auth.autoconfirm,
    phone_autoconfirm: config.auth.smsAutoconfirm,
    sms_provider: '',
    saml_enabled: config.auth.saml,
    saml_private_key_next_configured: false,
    passkeys_enabled: config.auth.passkeys,
  }))
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from './context.ts'

/** Sign-in methods that clients ask about; those that this server does not offer say false. */
const EXTERNAL_PROVIDERS = [
  'anonymous_users phone apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak kakao',
  'linkedin linkedin_oidc notion spotify slack slack_oidc workos twitch twitter zoom',
].flatMap((line) => line.split(' '))

/** GET /settings: what a sign-in page may offer. */
export const settings: FastifyPluginAsyncTypebox<AuthContext> = async (app, { config }) => {
  const external = Object.fromEntries(EXTERNAL_PROVIDERS.map((name) => [name, false]))
  app.get('/settings', async () => ({
    external: { ...external, email: true, anonymous_users: config.auth.anonymous },
    disable_signup: !config.auth.signups,
    mailer_autoconfirm: config.auth.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: config.auth.passkeys,
  }))
}

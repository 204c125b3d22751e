import { createSecretKey } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { RateLimited, ServiceDependencies } from '../service-dependencies.ts'
import { createSmsSender } from '../sms/sms-sender.ts'
import { admin } from './admin/admin.ts'
import { createBackground } from './background.ts'
import { startCleanUp } from './clean-up.ts'
import type { AuthContext } from './context.ts'
import { discovery, issuerOf } from './discovery.ts'
import { createAuthEmails } from './emails/auth-emails.ts'
import { readAuthWords } from './emails/words.ts'
import { renderError } from './error-response.ts'
import { factors } from './factors/factors.ts'
import { health } from './health.ts'
import { createHooks } from './hooks/hooks.ts'
import { startAnnouncing } from './hooks/new-users.ts'
import { answerUnknownPaths } from './not-found.ts'
import { oauthServer } from './oauth-server/oauth-server.ts'
import { passkeys } from './passkeys/passkeys.ts'
import { createPasswords } from './passwords/passwords.ts'
import { recover } from './passwords/recover.ts'
import { personalTokens } from './personal-tokens/personal-tokens.ts'
import { authorize } from './providers/authorize.ts'
import { callback } from './providers/callback.ts'
import { createFindCustom } from './providers/find-custom.ts'
import { createProviders } from './providers/providers.ts'
import { unlinkIdentity } from './providers/unlink-identity.ts'
import { createRareActionLimits, createRateLimits } from './rate-limits/rate-limits.ts'
import { createSendingLimits, limitSending } from './rate-limits/sending-limits.ts'
import { acceptClientBodies } from './request-input.ts'
import { samlAcs } from './saml/acs.ts'
import { samlMetadata } from './saml/service-metadata.ts'
import { samlSignOut } from './saml/sign-out.ts'
import { startSso } from './saml/start.ts'
import { logout } from './sessions/logout.ts'
import { settings } from './settings.ts'
import { captchaOf } from './sign-in/captcha.ts'
import { createGuessDelay } from './sign-in/guess-delay.ts'
import { otp } from './sign-in/otp.ts'
import { createDisposableCheck } from './sign-up/disposable-addresses.ts'
import { signUp } from './sign-up/sign-up.ts'
import { token } from './tokens/token.ts'
import { getUser } from './users/get-user.ts'
import { updateUser } from './users/update-user.ts'
import { reauthenticate } from './verification/reauthenticate.ts'
import { resend } from './verification/resend.ts'
import { verifyCode } from './verification/verify.ts'
import { verifyLink } from './verification/verify-link.ts'

const ENDPOINTS: readonly FastifyPluginAsyncTypebox<AuthContext>[] = [
  signUp,
  token,
  otp,
  recover,
  resend,
  verifyLink,
  verifyCode,
  getUser,
  updateUser,
  reauthenticate,
  logout,
  factors,
  passkeys,
  personalTokens,
  authorize,
  callback,
  unlinkIdentity,
  startSso,
  samlMetadata,
  samlAcs,
  samlSignOut,
  oauthServer,
  settings,
  health,
  discovery,
  admin,
]

type AuthDependencies = ServiceDependencies & RateLimited

/** Slower requests are answered with 504, so that a client can retry. */
const REQUEST_DEADLINE_MS = 10_000

/** Accounts and sessions, wire-compatible with GoTrue. Mount it under /auth/v1. */
export const authService: FastifyPluginAsync<AuthDependencies> = async (app, dependencies) => {
  const context = await createContext(app, dependencies)
  acceptClientBodies(app)
  app.setErrorHandler(renderError)
  answerUnknownPaths(app)
  app.addHook('onRoute', (route) => {
    route.handlerTimeout ??= REQUEST_DEADLINE_MS
  })
  // Any response may contain an account or a token; only discovery overrides these headers.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })
  limitSending(app, context)
  for (const endpoint of ENDPOINTS) await app.register(endpoint, context)
}

async function createContext(app: FastifyInstance, dependencies: AuthDependencies): Promise<AuthContext> {
  const { config, database, keyring, mailer, log, applications, rateLimits } = dependencies
  const issuer = issuerOf(config)
  const background = createBackground(log)
  const wordsFor = await readAuthWords(config.auth.wordsDir)
  const hooks = createHooks(config.auth, database.admin)
  const sending = createSendingLimits(rateLimits, config.auth)
  const stopCleanUp = startCleanUp(database.session, config.auth, log)
  const stopAnnouncing = startAnnouncing({ sql: database.admin, hooks }, log)
  app.addHook('onClose', async () => {
    await Promise.all([background.settle(), stopCleanUp(), stopAnnouncing()])
  })
  return {
    config,
    keyring,
    log,
    applications,
    issuer,
    refreshSecret: createSecretKey(keyring.deriveSecret('refresh-token')),
    sql: database.admin,
    passwords: await createPasswords(config.auth, log),
    requireLastingAddress: await createDisposableCheck(config.auth.disposable),
    emails: createAuthEmails({
      mailer,
      hooks,
      sending,
      brandName: () => config.brandName,
      sends: (kind) => {
        const { notices } = config.auth
        return typeof notices === 'boolean' ? notices : notices.includes(kind)
      },
      templates: config.auth.emailTemplates,
      siteUrl: config.auth.siteUrl,
      wordsFor,
      issuer,
      inBackground: background.run,
    }),
    wordsFor,
    hooks,
    inBackground: background.run,
    sms: createSmsSender(config, mailer),
    limit: createRateLimits(config.auth, rateLimits),
    limitRareAction: createRareActionLimits(config.auth, rateLimits),
    sending,
    captcha: captchaOf({ config, keyring, log }),
    guessDelay: createGuessDelay(config.auth, rateLimits),
    providers: createProviders(config.auth, createFindCustom({ config, keyring, sql: database.admin })),
  }
}

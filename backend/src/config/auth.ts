import { ACCOUNT_VARIABLES, type AccountRules, readAccountRules } from './accounts.ts'
import { CAPTCHA_VARIABLES, type CaptchaRules, readCaptcha } from './captcha.ts'
import { readTemplates, TEMPLATE_VARIABLES, type TemplateConfig } from './email-templates.ts'
import { FACTOR_VARIABLES, type FactorRules, readFactors } from './factors.ts'
import { FEDERATION_VARIABLES, type FederationConfig, readFederation } from './federation.ts'
import { HOOK_VARIABLES, type HookTargets, readHooks } from './hooks.ts'
import { chosen, isOn } from './kinds.ts'
import { type OAuthProviderConfig, readOAuthProviders } from './oauth-providers.ts'
import type { Values } from './own-config.ts'
import { PASSWORD_VARIABLES, type PasswordRules, readPasswordRules } from './passwords.ts'
import { PROVIDER_VARIABLES, type ProviderConfig, REACHES, readProviders } from './providers.ts'
import { type AuthRates, RATE_LIMIT_VARIABLES, readRateLimits } from './rate-limits.ts'
import { readSessionLimits, SESSION_VARIABLES, type SessionLimits } from './sessions.ts'

export type AuthConfig = AccountRules & CaptchaRules & FactorRules & FederationConfig & TemplateConfig & AuthOptions

type AuthOptions = Readonly<{
  siteUrl: string
  accessTokenSeconds: number
  refreshReuseIntervalSeconds: number
  sessions: SessionLimits
  passwords: PasswordRules
  /** Null for no limits. */
  rates: AuthRates | null
  /** Hooks through which the application takes part. */
  hooks: HookTargets
  /** Providers that users may sign in with. */
  providers: readonly ProviderConfig[]
  /** The same for known providers without OpenID Connect. */
  oauthProviders: readonly OAuthProviderConfig[]
  /** Networks that custom providers of administrators may be in; `off` disables custom providers. */
  customProviders: (typeof REACHES)[number]
  /** True lets users link and unlink identities themselves. */
  manualLinking: boolean
}>

/** Variables of all auth subjects. */
export const AUTH_VARIABLES = {
  ...ACCOUNT_VARIABLES,
  ...CAPTCHA_VARIABLES,
  ...FACTOR_VARIABLES,
  ...FEDERATION_VARIABLES,
  ...HOOK_VARIABLES,
  ...PASSWORD_VARIABLES,
  ...PROVIDER_VARIABLES,
  ...RATE_LIMIT_VARIABLES,
  ...SESSION_VARIABLES,
  ...TEMPLATE_VARIABLES,
}

/** The parts of the configuration that auth depends on. */
interface Installation {
  readonly publicUrl: string
  readonly production: boolean
  readonly brandName: string
  /** Whether gateways for emails and text messages are configured. */
  readonly emails: boolean
  readonly sms: boolean
}

export function readAuth(env: Values<typeof AUTH_VARIABLES>, installation: Installation): AuthConfig {
  const { hooks } = readHooks(env)
  const sends = {
    emails: installation.emails || hooks.send_email !== undefined,
    sms: installation.sms || hooks.send_sms !== undefined,
  }
  return {
    ...readAccountRules(env, sends),
    ...readCaptcha(env),
    ...readFactors(env, { ...installation, sms: sends.sms }),
    ...readFederation(env),
    ...readTemplates(env).templates,
    siteUrl: env.SITE_URL ?? installation.publicUrl,
    accessTokenSeconds: Number(env.AUTH_TOKEN_SECONDS),
    refreshReuseIntervalSeconds: Number(env.AUTH_REFRESH_REUSE_SECONDS),
    sessions: readSessionLimits(env),
    passwords: readPasswordRules(env, installation),
    rates: readRateLimits(env).rates,
    hooks,
    providers: readProviders(env).providers,
    oauthProviders: readOAuthProviders(env).oauthProviders,
    customProviders: chosen(REACHES, env.AUTH_CUSTOM_PROVIDERS),
    manualLinking: isOn(env.AUTH_MANUAL_LINKING),
  }
}

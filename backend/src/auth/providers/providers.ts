import { allowInsecureRequests, type Configuration, discovery } from 'openid-client'
import type { AuthConfig } from '../../config/auth.ts'
import type { ProviderConfig } from '../../config/providers.ts'
import { AuthError, invalid } from '../errors.ts'
import { knownProvider } from './known.ts'
import { PLAIN, type Provider } from './provider.ts'

export interface Providers {
  /** @throws {AuthError} for a provider that is not enabled. */
  require(name: string | undefined): Promise<Provider>
  /** Finds the provider of an ID token, by name or by issuer and client id. @throws {AuthError} as above. */
  requireForToken(token: { provider?: string; issuer?: string; client_id?: string }): Promise<Provider>
  readonly names: readonly string[]
}

/** Provider names that clients know, whether or not they are configured here. */
export const KNOWN_PROVIDERS: ReadonlySet<string> = new Set(
  [
    'apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak kakao linkedin linkedin_oidc',
    'notion spotify slack slack_oidc workos twitch twitter zoom',
  ].flatMap((line) => line.split(' ')),
)

const KEPT_MS = 60 * 60_000
const TIMEOUT_SECONDS = 8

/** Finds the enabled provider of this name added by an administrator, or null. */
export type FindCustom = (identifier: string) => Promise<Provider | null>

export function createProviders(
  { providers: configs, oauthProviders }: Pick<AuthConfig, 'providers' | 'oauthProviders'>,
  findCustom: FindCustom,
): Providers {
  const all = [...configs.map(createProvider), ...oauthProviders.map(knownProvider)]
  const providers = new Map(all.map((provider) => [provider.settings.name, provider]))
  return {
    names: [...providers.keys()],
    require: requireByName,
    async requireForToken({ provider, issuer, client_id: clientId }) {
      if (provider) {
        const found = providers.get(provider.toLowerCase()) ?? (await findCustom(provider.toLowerCase()))
        if (found && !found.rules.idToken) throw disabled(provider)
        if (found) return found
        if (KNOWN_PROVIDERS.has(provider.toLowerCase())) throw disabled(provider)
        throw invalid(`Custom OIDC provider "${provider}" not allowed`)
      }
      const wanted = issuer?.replace(/\/+$/, '')
      const found = [...providers.values()].find(
        ({ settings, rules }) =>
          rules.idToken &&
          settings.issuer === wanted &&
          [settings.clientId, ...settings.acceptableClientIds].includes(clientId ?? ''),
      )
      if (!found) throw invalid(`Custom OIDC provider "${issuer}" not allowed`)
      return found
    },
  }

  async function requireByName(given: string | undefined): Promise<Provider> {
    const name = given?.toLowerCase() ?? ''
    const provider = providers.get(name) ?? (await findCustom(name))
    if (provider) return provider
    const why = KNOWN_PROVIDERS.has(name) ? 'provider is not enabled' : `Provider ${name} could not be found`
    throw invalid(`Unsupported provider: ${why}`)
  }
}

function disabled(issuer: string): AuthError {
  return new AuthError('provider_disabled', { message: `Provider (issuer "${issuer}") is not enabled` })
}

function createProvider(settings: ProviderConfig): Provider {
  let kept: { at: number; configuration: Promise<Configuration> } | null = null
  return {
    settings,
    rules: { ...PLAIN, nonce: !settings.skipNonceCheck, emailOptional: settings.emailOptional },
    async configuration() {
      if (kept && Date.now() - kept.at < KEPT_MS) return kept.configuration
      const read = { at: Date.now(), configuration: discover(settings) }
      kept = read
      // Failures are not cached: the next attempt may succeed.
      read.configuration.catch(() => {
        if (kept === read) kept = null
      })
      return read.configuration
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<Configuration> {
  // The configuration allows plain http only for a provider on this host.
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  try {
    return await discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS })
  } catch (cause) {
    throw new AuthError('provider_unreachable', { cause })
  }
}

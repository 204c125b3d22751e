import { allowInsecureRequests, Configuration, customFetch, discovery } from 'openid-client'
import { AuthError, invalid } from '../errors.ts'
import { type CustomProviderRow, rulesOf } from './custom-row.ts'
import { guardedFetch, type Reach } from './guarded-fetch.ts'
import type { Provider } from './provider.ts'

const TIMEOUT_SECONDS = 8
const WELL_KNOWN = '/.well-known/openid-configuration'

/** A provider added by an administrator. `secret` is its decrypted client secret. */
export function customProvider(row: CustomProviderRow, secret: string, reach: Reach): Provider {
  let kept: Promise<Configuration> | null = null
  return {
    settings: {
      name: row.identifier,
      issuer: row.issuer ?? '',
      clientId: row.client_id,
      clientSecret: secret,
      acceptableClientIds: row.acceptable_client_ids,
      scopes: row.scopes,
      skipNonceCheck: row.skip_nonce_check,
      emailOptional: row.email_optional,
    },
    rules: rulesOf(row),
    fetch: guardedFetch(reach),
    async configuration() {
      kept ??=
        row.provider_type === 'oidc' ? discover(row, secret, reach) : Promise.resolve(described(row, secret, reach))
      const reading = kept
      // Failures are not cached: the next attempt may succeed.
      reading.catch(() => {
        if (kept === reading) kept = null
      })
      return reading
    },
  }
}

/** Fetches the provider's discovery document from the configured address. @throws {AuthError} `provider_unreachable` */
async function discover(row: CustomProviderRow, secret: string, reach: Reach): Promise<Configuration> {
  try {
    return await discovery(new URL(discoveryUrlOf(row)), row.client_id, secret, undefined, {
      execute: reach === 'any' ? [allowInsecureRequests] : [],
      timeout: TIMEOUT_SECONDS,
      [customFetch]: guardedFetch(reach),
    })
  } catch (cause) {
    throw new AuthError('provider_unreachable', { cause })
  }
}

/** Without a discovery document, the administrator's addresses are used. */
function described(row: CustomProviderRow, secret: string, reach: Reach): Configuration {
  const configuration = new Configuration(
    {
      issuer: new URL(row.authorization_url ?? '').origin,
      authorization_endpoint: row.authorization_url ?? '',
      token_endpoint: row.token_url ?? '',
      ...(row.jwks_uri ? { jwks_uri: row.jwks_uri } : {}),
    },
    row.client_id,
    secret,
  )
  configuration[customFetch] = guardedFetch(reach)
  configuration.timeout = TIMEOUT_SECONDS
  if (reach === 'any') allowInsecureRequests(configuration)
  return configuration
}

function discoveryUrlOf({ issuer, discovery_url: given }: Pick<CustomProviderRow, 'issuer' | 'discovery_url'>): string {
  return given ?? `${(issuer ?? '').replace(/\/+$/, '')}${WELL_KNOWN}`
}

/**
 * Validates a provider before it is stored: its discovery document must be reachable, complete and of the given issuer.
 * @throws {AuthError} `validation_failed` with the reason
 */
export async function requireDiscoverable(
  row: Pick<CustomProviderRow, 'issuer' | 'discovery_url'>,
  reach: Reach,
): Promise<void> {
  const url = discoveryUrlOf(row)
  let found: Record<string, unknown>
  try {
    const answer = await guardedFetch(reach)(url)
    if (answer.status !== 200) throw new Error(`HTTP status ${answer.status}`)
    found = (await answer.json()) as Record<string, unknown>
  } catch (cause) {
    throw new AuthError('validation_failed', {
      message: `Failed to fetch OIDC discovery document from "${url}"`,
      cause,
    })
  }
  const missing = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'].filter(
    (field) => typeof found[field] !== 'string',
  )
  if (missing.length > 0) throw invalid(`OIDC discovery document is missing required fields: ${missing.join(', ')}`)
  if (found.issuer !== row.issuer) {
    throw invalid(
      `OIDC discovery issuer mismatch: discovery document reports "${found.issuer}" but expected "${row.issuer}"`,
    )
  }
}

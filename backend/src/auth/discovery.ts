import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ServiceDependencies } from '../service-dependencies.ts'
import type { AuthContext } from './context.ts'
import { renderError } from './error-response.ts'
import { requireOAuthServer } from './oauth-server/enabled.ts'
import { SCOPES } from './oauth-server/scopes.ts'

/** Clients cache keys for ten minutes; a key must be published that long before it is used to sign. */
const CACHE = 'public, max-age=600'

/**
 * GET /.well-known/jwks.json, /.well-known/openid-configuration and /.well-known/oauth-authorization-server: let others verify
 * our tokens without calling us, and let applications discover the endpoints.
 */
export const discovery: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const { keyring } = context
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', CACHE)
    return keyring.publicJwks()
  })

  app.get('/.well-known/openid-configuration', async (_request, reply) => {
    reply.header('cache-control', CACHE)
    return describeServer(context)
  })

  app.get('/.well-known/oauth-authorization-server', async (_request, reply) => {
    requireOAuthServer(context)
    reply.header('cache-control', CACHE)
    return describeServer(context)
  })
}

/**
 * The same document where RFC 8414 (section 3.1) puts it for an issuer with a path: at the root of the host, before that path.
 * OAuth clients look there, OpenID Connect clients below the issuer.
 */
export const discoveryAtRoot: FastifyPluginAsyncTypebox<ServiceDependencies> = async (
  app,
  { config, keyring, applications },
) => {
  const issuer = issuerOf(config)
  app.setErrorHandler(renderError)
  app.get(`/.well-known/oauth-authorization-server${new URL(issuer).pathname}`, async (_request, reply) => {
    requireOAuthServer({ config })
    reply.header('cache-control', CACHE)
    return describeServer({ keyring, issuer, config, applications })
  })
}

/** The service's base URL; also the issuer of its tokens. */
export function issuerOf(config: Pick<AuthContext['config'], 'publicUrl'>): string {
  return `${config.publicUrl}/auth/v1`
}

type Described = Pick<AuthContext, 'keyring' | 'issuer' | 'config' | 'applications'>

/** RFC 8414 and OpenID Connect Discovery: one document serves both. */
function describeServer({ keyring, issuer, config, applications }: Described) {
  const algorithms = new Set(keyring.publicJwks().keys.map(({ alg }) => alg))
  const mayRegister = config.auth.oauthServer?.registration === true
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    ...(mayRegister ? { registration_endpoint: `${issuer}/oauth/clients/register` } : {}),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...algorithms],
    code_challenge_methods_supported: ['S256', 'plain'],
    scopes_supported: [...SCOPES, ...applications.scopes],
    claims_supported: ['sub', 'aud', 'iss', 'exp', 'iat', 'email', 'phone', 'role', 'aal', 'amr', 'session_id'],
  }
}

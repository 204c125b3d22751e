import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from './context.ts'

/** Clients keep keys for ten minutes; a key must be published that long before it signs. */
const CACHE = 'public, max-age=600'

/** GET /.well-known/jwks.json and /.well-known/openid-configuration: how others verify our tokens without asking us. */
export const discovery: FastifyPluginAsyncTypebox<AuthContext> = async (app, { keyring, issuer }) => {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', CACHE)
    return keyring.publicJwks()
  })

  app.get('/.well-known/openid-configuration', async (_request, reply) => {
    reply.header('cache-control', CACHE)
    const algorithms = new Set(keyring.publicJwks().keys.map(({ alg }) => alg))
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      userinfo_endpoint: `${issuer}/oauth/userinfo`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...algorithms],
      code_challenge_methods_supported: ['S256', 'plain'],
      scopes_supported: ['openid', 'profile', 'email', 'phone', 'offline_access'],
      claims_supported: ['sub', 'aud', 'iss', 'exp', 'iat', 'email', 'phone', 'role', 'aal', 'amr', 'session_id'],
    }
  })
}

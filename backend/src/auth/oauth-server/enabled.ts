import type { OAuthServerConfig } from '../../config/federation.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'

/** Nothing of a request is looked at where other applications may not sign people in. @throws {AuthError} */
export function requireOAuthServer({ config }: Pick<AuthContext, 'config'>): OAuthServerConfig {
  if (config.auth.oauthServer === null) throw new AuthError('feature_disabled')
  return config.auth.oauthServer
}

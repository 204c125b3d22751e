import type { OAuthServerConfig } from '../../config/federation.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'

/** @throws {AuthError} `feature_disabled` unless other applications may sign users in */
export function requireOAuthServer({ config }: Pick<AuthContext, 'config'>): OAuthServerConfig {
  if (config.auth.oauthServer === null) throw new AuthError('feature_disabled')
  return config.auth.oauthServer
}

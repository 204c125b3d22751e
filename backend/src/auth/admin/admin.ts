import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { requireAdmin } from '../sessions/bearer.ts'
import { adminAuditLog } from './audit-log.ts'
import { adminCreateUser } from './create-user.ts'
import { adminCustomProviders } from './custom-providers.ts'
import { adminDeleteUser } from './delete-user.ts'
import { adminFactors } from './factors.ts'
import { adminGenerateLink } from './generate-link.ts'
import { adminGetUser } from './get-user.ts'
import { adminInvite } from './invite.ts'
import { adminListUsers } from './list-users.ts'
import { adminOAuthClients } from './oauth-clients.ts'
import { adminPasskeys } from './passkeys.ts'
import { adminSsoProviders } from './sso-providers.ts'
import { adminUpdateUser } from './update-user.ts'

/** Endpoints for administrators. The key is checked here, before the request is parsed. */
export const admin: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.addHook('onRequest', (request) => requireAdmin(context, request))
  await app.register(adminListUsers, context)
  await app.register(adminCreateUser, context)
  await app.register(adminGetUser, context)
  await app.register(adminUpdateUser, context)
  await app.register(adminDeleteUser, context)
  await app.register(adminGenerateLink, context)
  await app.register(adminInvite, context)
  await app.register(adminFactors, context)
  await app.register(adminPasskeys, context)
  await app.register(adminAuditLog, context)
  await app.register(adminSsoProviders, context)
  await app.register(adminCustomProviders, context)
  await app.register(adminOAuthClients, context)
}

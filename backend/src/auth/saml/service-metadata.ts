import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { queryValue } from '../request-input.ts'
import { serviceKeyOf } from './service-key.ts'
import { requireSaml, serviceMetadata } from './service-provider.ts'

/** GET /sso/saml/metadata: our metadata, for an organisation's administrator. */
export const samlMetadata: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/sso/saml/metadata', { onRequest: async () => requireSaml(context) }, async (request, reply) => {
    const xml = await serviceMetadata(context, await serviceKeyOf(context))
    reply.type('application/xml')
    if (queryValue(request, 'download') === 'true') {
      reply.header('content-disposition', 'attachment; filename="metadata.xml"')
    }
    return xml
  })
}

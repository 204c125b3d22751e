import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from './context.ts'

/** GET /health. Client tools identify the protocol by this name. */
export const health: FastifyPluginAsyncTypebox<AuthContext> = async (app, { config }) => {
  app.get('/health', async () => ({
    version: 'v2.0.0',
    name: 'GoTrue',
    description: `${config.brandName} accounts and sign-in, compatible with GoTrue`,
  }))
}

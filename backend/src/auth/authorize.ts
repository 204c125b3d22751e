import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from './context.ts'
import { invalid } from './errors.ts'
import { queryValue } from './request-input.ts'

/** GET /authorize?provider=: sign-in through somebody else. No provider is offered yet, as /settings says. */
export const authorize: FastifyPluginAsyncTypebox<AuthContext> = async (app) => {
  app.get('/authorize', async (request) => {
    const provider = queryValue(request, 'provider')
    throw invalid(
      provider ? 'Unsupported provider: provider is not enabled' : 'Unsupported provider: Provider could not be found',
    )
  })
}

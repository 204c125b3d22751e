import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Plain 404 for an unknown path, plain 405 for a known path with another method. */
export function answerUnknownPaths(app: FastifyInstance): void {
  const paths: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[^/]+/g, '[^/]+')}$`)
    for (const one of [method].flat()) paths.push({ method: one, pattern })
  })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.replace(/\?.*$/, '')
    const allowed = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (allowed.length === 0) return reply.code(404).type('text/plain').send('404 page not found\n')
    return reply.code(405).header('allow', allowed.join(', ')).type('text/plain').send('405 method not allowed\n')
  })
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import type { StorageOptions } from './context.ts'

/** GET /status and /version, which tools request first. */
export const status: FastifyPluginAsync<StorageOptions> = async (app) => {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  } // ours
  app.get('/status', async (_request, reply) => reply.status(200).send())
  app.get('/version', async (_request, reply) => reply.type('text/plain').send(version))
}

import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import { type Static, Type } from 'typebox'
import { isAdministrator } from '../http/administrator.ts'
import type { Keyring } from '../jwt/keyring.ts'

/** Of one deployment: its files in base64, and JSON around them. */
const BODY_LIMIT = 30 * 1024 * 1024

/** No names that begin with a dot: `..`, `.env`, `.git`. */
const PATH = Type.String({
  maxLength: 300,
  pattern: '^functions(/[A-Za-z0-9_@()\\[\\]+, -][A-Za-z0-9_@()\\[\\]+, .-]*)+$',
})
const Name = Type.Object({ name: Type.String({ maxLength: 64, pattern: '^[A-Za-z][A-Za-z0-9_-]*$' }) })

export const Deployment = Type.Object(
  {
    verifyJwt: Type.Boolean(),
    /** Paths of `files`, as below `supabase/`. */
    entry: PATH,
    importMap: Type.Union([PATH, Type.Null()]),
    files: Type.Array(
      Type.Object(
        { path: PATH, base64: Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' }) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 1000 },
    ),
  },
  { additionalProperties: false },
)
/** The code of one function with what it imports. */
export type Deployment = Static<typeof Deployment>

/** A deployment that makes no sense; its message is for the person who deploys. */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError'
}

/** The uploaded functions of an installation. This process serves a change when the promise resolves, others soon after. */
export interface Deployments {
  list(): Promise<readonly DeployedFacts[]>
  /** @throws {DeploymentError} */
  store(name: string, deployment: Deployment): Promise<void>
  /** False when there is none of that name. */
  remove(name: string): Promise<boolean>
}

interface DeployedFacts {
  readonly name: string
  readonly verifyJwt: boolean
  /** ISO 8601. */
  readonly deployedAt: string
}

interface DeployOptions {
  readonly keyring: Keyring
  readonly log: Logger
  readonly deployments: Deployments
}

/**
 * /functions/v1/_deploy: GET lists the uploaded functions, PUT and DELETE of `_deploy/<name>` replace and remove one. Folders that begin
 * with _ are no functions, so the name is free.
 */
export const deployRoute: FastifyPluginAsync<DeployOptions> = async (app, { keyring, log, deployments }) => {
  // Before the body is read.
  app.addHook('onRequest', async (request, reply) => {
    if (!(await isAdministrator(keyring, request)))
      return reply.code(401).send({ message: 'Deploying needs the secret key.' })
  })
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(new DeploymentError('The body must be JSON.'))
    }
  })
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, _request, reply) => {
    const status = error instanceof DeploymentError ? 400 : (error.statusCode ?? 500)
    if (status >= 500) throw error
    return reply.code(status).send({ message: error.message })
  })
  app.put<{ Params: Static<typeof Name>; Body: Deployment }>(
    '/_deploy/:name',
    { schema: { params: Name, body: Deployment } },
    async ({ params: { name }, body }) => {
      await deployments.store(name, body)
      log.info({ function: name, files: body.files.length }, 'function deployed')
      return { name, files: body.files.length }
    },
  )
  app.get('/_deploy', async () => deployments.list())
  app.delete<{ Params: Static<typeof Name> }>(
    '/_deploy/:name',
    { schema: { params: Name } },
    async ({ params: { name } }, reply) => {
      if (!(await deployments.remove(name)))
        return reply.code(410).send({ message: `No function ${name} was deployed.` })
      log.info({ function: name }, 'deployed function removed')
      return { name }
    },
  )
}

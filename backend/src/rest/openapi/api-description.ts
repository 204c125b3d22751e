import type { IncomingHttpHeaders } from 'node:http'
import type { RestConfig } from '../../config/rest.ts'
import type { PipelinePool } from '../../database/pipeline/pool.ts'
import type { Caller } from '../../http/caller.ts'
import { type ContextSteps, preRequestSteps } from '../context-steps.ts'
import { RestError } from '../errors.ts'
import { schemaOf } from '../request/api-request.ts'
import { notAcceptable, readAccept } from '../request/media-type.ts'
import { NO_PREFERENCES } from '../request/preferences.ts'
import type { HttpAnswer } from '../response/respond.ts'
import type { SchemaCache } from '../schema-cache/types.ts'
import { buildDocument } from './document.ts'
import { readDescriptions } from './read-descriptions.ts'

type OpenApiMode = RestConfig['openApi']

export interface RootRequest {
  readonly caller: Caller
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

const TYPES = new Set(['*/*', 'application/*', 'application/json', 'application/openapi+json'])

/** Answers the root with a description of the API for the caller. */
export class ApiDescription {
  readonly #pool: PipelinePool
  readonly #contexts: ContextSteps
  readonly #schemas: readonly string[]
  readonly #mode: OpenApiMode
  readonly #url: URL
  readonly #preRequest: RestConfig['preRequest']

  /** @param url  public URL of the API */
  constructor(pool: PipelinePool, contexts: ContextSteps, rest: RestConfig, url: URL) {
    this.#pool = pool
    this.#contexts = contexts
    this.#schemas = rest.schemas
    this.#mode = rest.openApi
    this.#url = url
    this.#preRequest = rest.preRequest
  }

  /** @throws {RestError} PGRST106, PGRST107, PGRST126 */
  async answer({ caller, method, headers }: RootRequest, cache: SchemaCache): Promise<HttpAnswer> {
    if (this.#mode === 'disabled') throw new RestError('PGRST126', 'Root endpoint metadata is disabled')
    const { schema, schemaChosen } = schemaOf(headers, true, this.#schemas)
    const accepted = readAccept(headers.accept || '*/*')
    if (!accepted.some(({ type }) => TYPES.has(type))) throw notAcceptable(accepted.map(({ type }) => type))
    const head = method === 'HEAD'
    const request = { action: 'read', safe: true, head, schema, preferences: NO_PREFERENCES } as const
    const context = this.#contexts.step(caller, request, { readOnly: true, settings: [] }, cache, headers, '/')
    const before = [context, ...preRequestSteps(this.#preRequest, context)] as const
    const everything = this.#mode === 'ignore-privileges'
    const descriptions = await readDescriptions(this.#pool, before, schema, everything)
    const role = everything ? null : caller.role
    const document = buildDocument(descriptions, cache, { schema, url: this.#url, role })
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/openapi+json; charset=utf-8',
        ...(schemaChosen ? { 'Content-Profile': schema } : {}),
      },
      body: head ? null : Buffer.from(JSON.stringify(document)),
    }
  }
}

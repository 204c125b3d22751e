import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { RestConfig } from '../config/rest.ts'
import type { Step, StepResult } from '../database/pipeline/connection.ts'
import type { RunHandle } from '../database/pipeline/pool.ts'
import type { Caller } from '../http/caller.ts'
import type { Reader } from './cache/answer-cache.ts'
import type { Compiled } from './compile.ts'
import type { ContextStep } from './context-steps.ts'
import type { ApiRequest } from './request/api-request.ts'
import type { Answer } from './response/answer.ts'
import type { BoundValue, CallerSql, DatabaseAnswer, RpcHandler, RpcHandlers } from './rpc.ts'

/** A handler with its arguments. */
export interface Handled {
  readonly handler: RpcHandler
  readonly params: Readonly<Record<string, unknown>>
}

/** The parts of a request that a handled call needs. */
export interface HandledCall {
  readonly request: ApiRequest
  readonly compiled: Compiled
  readonly context: ContextStep
  readonly reader: Reader
  readonly socket: Socket
  readonly log: Logger
  /** Runs statements within the caller's share of the database; `shape` is one object per text. */
  fairly<T>(shape: object, work: (handle: RunHandle) => Promise<T>): Promise<T>
  /** Calls the database function. */
  next(): Promise<Answer>
}

/**
 * The application's handler of a call; null if the database handles it: for formats other than JSON, for filters and ranges on the
 * result, and for roles without EXECUTE, so that refusals and errors are PostgreSQL's.
 */
export function handlerOf(
  handlers: RpcHandlers,
  { request, compiled, context }: Pick<HandledCall, 'request' | 'compiled' | 'context'>,
  caller: Caller,
  { schemas, preRequest }: Pick<RestConfig, 'schemas' | 'preRequest'>,
): Handled | null {
  const { call } = compiled
  const handler = Object.hasOwn(handlers, request.name) ? handlers[request.name] : undefined
  if (!handler || !call || request.schema !== schemas[0] || compiled.body !== 'scalar') return null
  // The operator's pre-request function may refuse a request, so it must run before anything else.
  if (preRequest !== null || context.isolation !== null || !isPlain(request, compiled)) return null
  if (!call.function.visibleTo.includes(caller.role)) return null
  const params = argumentsOf(compiled, request)
  return params && { handler, params }
}

function isPlain({ accepted, query, range, preferences }: ApiRequest, compiled: Compiled): boolean {
  const isJson = accepted.format === 'array' || accepted.format === 'object'
  // Of a single value, PostgREST ignores `select` and `order`.
  const isWhole = query.conditions.length === 0
  const isAll = range.offset === 0 && (range.limit ?? 1) > 0
  if (!isJson || accepted.explain || accepted.handler || accepted.stripNulls || compiled.estimate) return false
  return isWhole && isAll && preferences.tx !== 'rollback' && preferences.maxAffected === null
}

/** Null for arguments that only PostgreSQL can parse or refuse. */
function argumentsOf({ call }: Compiled, { query, payload }: ApiRequest): Record<string, unknown> | null {
  const given = call?.arguments
  if (!given || given.kind === 'body') return null
  try {
    if (given.kind === 'texts') {
      const named = given.parameters.map(({ parameter: { name, type, variadic }, values: [value = -1] }) => {
        if (variadic) throw new TypeError('several values')
        return [name, readText(String(query.values[value] ?? ''), type)]
      })
      return Object.fromEntries(named)
    }
    const body: unknown = JSON.parse(payload?.raw.toString('utf8') ?? '{}')
    const record = new Map(Object.entries((given.isArray ? (body as unknown[])[0] : body) ?? {}))
    return Object.fromEntries(given.parameters.map(({ name, type }) => [name, jsonValue(record.get(name), type)]))
  } catch {
    return null // PostgreSQL reports the error
  }
}

const NUMBERS = /^(smallint|integer|bigint|real|double precision|numeric)$/

function readText(text: string, type: string): unknown {
  if (type === 'json' || type === 'jsonb') return JSON.parse(text)
  if (type === 'boolean') return JSON.parse(text) === true
  if (!NUMBERS.test(type)) return text
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) throw new TypeError('not a number')
  return number
}

function jsonValue(value: unknown, type: string): unknown {
  if (value === null || value === undefined || type === 'json' || type === 'jsonb') return value ?? null
  const expected = type === 'boolean' ? 'boolean' : NUMBERS.test(type) ? 'number' : 'string'
  if (typeof value !== expected) throw new TypeError('PostgreSQL converts it')
  return value
}

/** Runs the handler. @throws what it throws */
export async function answerHandled({ handler, params }: Handled, call: HandledCall): Promise<Answer> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  call.socket.once('close', leave)
  try {
    if (call.socket.destroyed) leave()
    const next = async () => new PassedOn(await call.next())
    const given = await handler({ params, sql: sqlOf(call), next, signal: gone.signal, log: call.log })
    if (given instanceof PassedOn) return given.answer
    const body = Buffer.from(JSON.stringify(given ?? null))
    const total = call.request.preferences.count === null ? null : 1
    return { ...PLAIN, body, rows: 1, total }
  } finally {
    call.socket.off('close', leave)
  }
}

const PLAIN = { headersSetting: null, statusSetting: null, inserted: null, key: null }

class PassedOn implements DatabaseAnswer {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }

  get value(): unknown {
    const { body } = this.answer
    return body === null ? null : JSON.parse(body.toString('utf8'))
  }
}

/** One object per text, which identifies a statement for its timing statistics. */
const shapes = new Map<string, { readonly text: string }>()
const KEPT_SHAPES = 1000

function shapeOf(asked: string): { readonly text: string } {
  const known = shapes.get(asked)
  if (known) return known
  if (shapes.size >= KEPT_SHAPES) shapes.clear()
  const shape = { text: `with pgrst_rows as (${asked}) select coalesce(json_agg(pgrst_rows), '[]') from pgrst_rows` }
  shapes.set(asked, shape)
  return shape
}

function sqlOf({ context, reader, fairly }: HandledCall): CallerSql {
  const query = async <Row extends object>(text: string, values: readonly BoundValue[]) => {
    const shape = shapeOf(text)
    const step: Step = { text: shape.text, values: values.map(bound), scope: context.scope }
    const results: StepResult[] = await fairly(shape, (handle) => reader.run([context, step], handle))
    const rows: unknown = JSON.parse(results.at(-1)?.rows[0]?.[0]?.toString('utf8') ?? '[]')
    return rows as Row[] // the caller's statement defines the columns
  }
  const sql = <Row extends object>(strings: TemplateStringsArray, ...values: readonly BoundValue[]) =>
    query<Row>(
      strings.reduce((text, part, place) => `${text}$${place}${part}`),
      values,
    )
  return Object.assign(sql, { query })
}

function bound(value: BoundValue): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

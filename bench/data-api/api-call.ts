import type { SupabaseClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import { loadConfig } from 'souk-backend'
import type { Step } from '../../backend/src/database/pipeline/connection.ts'
import { PipelinePool } from '../../backend/src/database/pipeline/pool.ts'
import { anonymousCaller } from '../../backend/src/http/caller.ts'
import { Compiler } from '../../backend/src/rest/compile.ts'
import { ContextSteps } from '../../backend/src/rest/context-steps.ts'
import { readRequest, targetOf } from '../../backend/src/rest/request/api-request.ts'
import { SchemaCacheHolder } from '../../backend/src/rest/schema-cache/holder.ts'
import type { Market } from '../harness/market.ts'

/** A request as the unmodified client sends it. */
export interface ApiCall {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | null
}

/** Captures the client's request for `call` without sending it. */
export async function captureCall(
  market: Market,
  call: (client: SupabaseClient) => PromiseLike<unknown>,
): Promise<ApiCall> {
  let captured: ApiCall | null = null
  const client = market.visitor({
    fetch: async (input, init) => {
      const headers = Object.fromEntries(new Headers(init?.headers).entries())
      const body = typeof init?.body === 'string' ? init.body : null
      captured = { url: String(input), method: init?.method ?? 'GET', headers, body }
      return Response.json([])
    },
  })
  await call(client)
  if (!captured) throw new Error('the call sent nothing')
  return captured
}

/** Our data path for one call, without HTTP: role and claims, then the statement that the data API compiles. */
export interface DataPath {
  readonly context: Step
  readonly statement: Step
  /** Sends both in one write on the pipelined pool. Resolves to the response size in bytes. */
  run(): Promise<number>
  close(): Promise<void>
}

export async function openDataPath(market: Market, call: ApiCall): Promise<DataPath> {
  const { rest } = loadConfig({})
  const connection = market.authenticator
  const log = pino({ level: 'silent' })
  const holder = new SchemaCacheHolder({ connection, rest, log })
  await holder.start()
  const cache = holder.current
  const url = new URL(call.url)
  const path = url.pathname.slice('/rest/v1'.length)
  const http = { method: call.method, target: targetOf(path), rawQuery: url.search.slice(1), headers: call.headers }
  const request = readRequest({ ...http, body: Buffer.from(call.body ?? '') }, rest)
  const caller = anonymousCaller()
  const compiled = new Compiler(rest).compile(request, cache, caller.role)
  const context = new ContextSteps(rest).step(caller, request, compiled, cache, call.headers, path)
  await holder.close()
  const given = [...request.query.values, request.payload?.raw ?? null, String(request.range.offset)]
  const { text, slots } = compiled.main
  const statement = { text, values: slots.map((slot) => given[slot] ?? null), scope: context.scope }
  const pool = new PipelinePool({ connection })
  return {
    context,
    statement,
    run: async () => bytesOf((await pool.run([context, statement])).at(-1)?.rows ?? []),
    close: () => pool.close(),
  }
}

function bytesOf(rows: (Buffer | null)[][]): number {
  return rows.reduce((sum, row) => sum + row.reduce((bytes, value) => bytes + (value?.length ?? 0), 0), 0)
}

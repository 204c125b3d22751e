import { createClient, type SupabaseClient } from '@supabase/supabase-js'

export interface SqlAnswer {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly Row[]
  readonly isTruncated: boolean
  readonly milliseconds: number
}
/** Each value as PostgreSQL writes it. */
export type Row = readonly (string | null)[]

export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** Of the error in the statement, from 1. */
  readonly position: number | null

  constructor(message: string, position: number | null = null) {
    super(message)
    this.position = position
  }
}

/** Kept in memory only: a newly opened page requests it again or asks for it. */
let key: string | null = null
let client: SupabaseClient | null = null

/** The app's name, and whether the page has a key. */
export async function openSession(): Promise<{ name: string; isOpen: boolean }> {
  const response = await fetch('/console/session', { method: 'POST' })
  const session = (await response.json()) as { name: string; key: string | null }
  if (session.key !== null) takeKey(session.key)
  return { name: session.name, isOpen: session.key !== null }
}

/** @throws {Refusal} for a key that opens nothing */
export async function tryKey(given: string): Promise<void> {
  takeKey(given)
  await ask('functions')
}

function takeKey(given: string): void {
  key = given
  client = createClient(location.origin, given, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

export function supabase(): SupabaseClient {
  if (!client) throw new Error('The console has no key yet')
  return client
}

export const secretKey = (): string => key ?? ''

/** @throws {Refusal} */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/console/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { apikey: secretKey(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (response.ok) return answer as T // our own server's
  const { message, position, hint } = answer as { message?: string; position?: number | null; hint?: string }
  throw new Refusal([message ?? response.statusText, hint].filter(Boolean).join(' '), position ?? null)
}

export const runSql = (sql: string, values: readonly (string | null)[] = [], write = false): Promise<SqlAnswer> =>
  ask('sql', { sql, values, write })

export const change = (sql: string, values: readonly (string | null)[] = []): Promise<SqlAnswer> =>
  runSql(sql, values, true)

type Outcome = { readonly data: unknown; readonly error: { readonly message: string } | null }

/** What a call of the client library answered. @throws {Refusal} */
export async function checked<A extends Outcome>(call: PromiseLike<A>): Promise<Extract<A, { error: null }>['data']> {
  const { data, error } = await call
  if (error) throw new Refusal(error.message)
  return data
}

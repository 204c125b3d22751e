import { createRequire } from 'node:module'
import type { SupabaseClient } from '@supabase/supabase-js'
import { ON_BEHALF_HEADER } from '../../http/on-behalf.ts'
import type { FunctionContext, FunctionLog } from '../function.ts'
import { type BackendAddress, type CallFacts, LOG_MARK, type LogEntry, type LogLevel } from '../messages.ts'
import { background } from './background.ts'

const require = createRequire(import.meta.url)

/** The context of one call. Clients are created on first use: many functions need none. */
export function contextOf(
  facts: CallFacts,
  env: Readonly<Record<string, string>>,
  backend: BackendAddress,
): FunctionContext {
  let asCaller: SupabaseClient | null = null
  let asService: SupabaseClient | null = null
  return {
    ...facts,
    env,
    get supabase() {
      asCaller ??= clientFor(facts, backend)
      return asCaller
    },
    get supabaseAdmin() {
      asService ??= client(facts, backend, backend.secretKey, {})
      return asService
    },
    log,
    waitUntil: background.add,
  }
}

function clientFor(facts: CallFacts, backend: BackendAddress): SupabaseClient {
  const { caller } = facts
  if (caller.token !== null) {
    return client(facts, backend, backend.publishableKey, { authorization: `Bearer ${caller.token}` })
  }
  return client(facts, backend, caller.role === 'service_role' ? backend.secretKey : backend.publishableKey, {})
}

function client(
  { clientAddress }: CallFacts,
  backend: BackendAddress,
  key: string,
  headers: Record<string, string>,
): SupabaseClient {
  // Required, not imported: a getter is synchronous, and functions without data access should not pay for loading it.
  const { createClient } = require('@supabase/supabase-js') as typeof import('@supabase/supabase-js')
  const { publicUrl, localUrl, onBehalfKey } = backend
  return createClient(publicUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      headers,
      fetch: (input, init) => {
        const address = String(input instanceof Request ? input.url : input)
        if (!address.startsWith(`${publicUrl}/`)) return fetch(input, init)
        // Rate limits and fair shares count the client, not this machine.
        const told = new Headers(init?.headers)
        told.set(ON_BEHALF_HEADER, `${onBehalfKey} ${clientAddress}`)
        return fetch(localUrl + address.slice(publicUrl.length), { ...init, headers: told })
      },
    },
  })
}

/** Each entry is one line of the process's output, which the parent reads at its own pace. */
const log: FunctionLog = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }

function at(level: LogLevel): FunctionLog['info'] {
  return (message, fields = {}) => {
    const entry: LogEntry = { level, message: String(message), fields }
    process.stdout.write(`${LOG_MARK}${JSON.stringify(entry)}\n`)
  }
}

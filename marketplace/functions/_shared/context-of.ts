import type { FunctionContext } from 'souk-backend/functions'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** A context for tests with the parts that the handler under test uses. */
export function contextOf(parts: Partial<Record<keyof FunctionContext, unknown>>): FunctionContext {
  const caller = { userId: null, role: 'anon', claims: {} }
  return { caller, clientAddress: '192.0.2.1', env: {}, log, ...parts } as FunctionContext // the handler uses no other part
}

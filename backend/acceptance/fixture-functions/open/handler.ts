import type { FunctionHandler } from '../../../src/functions/function.ts'

export const handle: FunctionHandler = (_request, { caller }) =>
  Response.json({ role: caller.role, userId: caller.userId })

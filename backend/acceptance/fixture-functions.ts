import type { FunctionHandlers } from '../src/functions/service.ts'

/** Functions that the acceptance tests invoke; the storage and functions tests say what each must answer. */
export const fixtureFunctions: FunctionHandlers = {}

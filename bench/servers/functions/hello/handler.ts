import type { FunctionHandler } from '../../../../backend/src/functions/function.ts'

/** As little as a function can do. */
export const handle: FunctionHandler = () => Response.json('hello')

import type { FunctionHandler } from '../../../src/functions/function.ts'

export const handle: FunctionHandler = async (request) => Response.json((await request.text()).length)

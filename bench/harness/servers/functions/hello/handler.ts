import type { FunctionHandler } from 'souk-backend/functions'

/** As little as a function can do. */
export const handle: FunctionHandler = () => Response.json('hello')

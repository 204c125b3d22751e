import type { FunctionHandler } from 'souk-backend/functions'

/** The smallest possible function. */
export const handle: FunctionHandler = () => Response.json('hello')

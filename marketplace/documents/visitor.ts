import { PostgrestClient } from '@supabase/postgrest-js'
import type { VisitorFetch } from 'souk-backend/pages'
import type { Database } from '../contract/database.types.ts'
import type { PublicClient } from '../contract/public-reads.ts'

const DATA_API = '/rest/v1'
/** The client needs an origin, but requests are made by path. */
const NOWHERE = 'http://visitor'

/** A visitor whose answers are recorded by request path. */
export interface Visitor {
  readonly client: PublicClient
  readonly answers: ReadonlyMap<string, string>
}

/** Sends data API requests as the web app of a visitor does, from within the server. */
export function createVisitor(visit: VisitorFetch, publishableKey: string): Visitor {
  const answers = new Map<string, string>()
  const client = new PostgrestClient<Database>(`${NOWHERE}${DATA_API}`, {
    headers: { apikey: publishableKey },
    fetch: async (input, init) => {
      const path = String(input instanceof Request ? input.url : input).slice(NOWHERE.length)
      const response = await visit(path, { headers: init?.headers ?? {} })
      if (response.status === 200) answers.set(path, await response.clone().text())
      return response
    },
  })
  return { client: client as PublicClient, answers } // the web's client is a superset of this one
}

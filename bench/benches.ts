import { auth } from './auth.ts'
import { broadcast } from './broadcast.ts'
import { changes } from './changes.ts'
import { chat } from './chat.ts'
import { dataPath } from './data-path.ts'
import type { Figure } from './figure.ts'
import { functions } from './functions.ts'
import { image } from './image.ts'
import { inbox } from './inbox.ts'
import { joins } from './joins.ts'
import type { Market } from './market.ts'
import { memory } from './memory.ts'
import { message } from './message.ts'
import { page } from './page.ts'
import { newestInCategory, readAd } from './read.ts'
import { restApi } from './rest.ts'
import { restMemory } from './rest-memory.ts'
import { search } from './search.ts'
import { signIn } from './sign-in.ts'
import { soak } from './soak.ts'
import { start } from './start.ts'
import { storage } from './storage.ts'

/** Measures one subject. `market` starts the product with its demo market at the first call and is shared by all. */
export type Bench = (market: () => Promise<Market>) => Promise<Figure[]>

/** In the order in which they run. */
export const benches: Readonly<Record<string, Bench>> = {
  start,
  memory,
  page,
  'data-path': dataPath,
  'read-ad': readAd,
  'newest-in-category': newestInCategory,
  rest: restApi,
  'rest-memory': restMemory,
  'sign-in': signIn,
  auth,
  message,
  chat,
  inbox,
  broadcast,
  changes,
  joins,
  image,
  storage,
  functions,
  search,
}

/** Takes minutes: runs by name only. */
export const longBenches: Readonly<Record<string, Bench>> = { soak }

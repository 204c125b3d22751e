import { auth } from './auth/auth.ts'
import { signIn } from './auth/sign-in.ts'
import { checkout } from './checkout/checkout.ts'
import { dataPath } from './data-api/data-path.ts'
import { newestInCategory, readAd } from './data-api/read.ts'
import { restApi } from './data-api/rest.ts'
import { restMemory } from './data-api/rest-memory.ts'
import { fairness } from './fairness/fairness.ts'
import type { Figure } from './figure.ts'
import type { Market } from './harness/market.ts'
import { broadcast } from './realtime/broadcast.ts'
import { changes } from './realtime/changes.ts'
import { chat } from './realtime/chat.ts'
import { growth } from './realtime/growth.ts'
import { inbox } from './realtime/inbox.ts'
import { message } from './realtime/message.ts'
import { soak } from './realtime/soak.ts'
import { search } from './search/search.ts'
import { functions } from './server/functions.ts'
import { memory } from './server/memory.ts'
import { observability } from './server/observability.ts'
import { start } from './server/start.ts'
import { image } from './storage/image.ts'
import { storage } from './storage/storage.ts'
import { interactionTimes } from './web/interactions.ts'
import { page } from './web/page.ts'

/** Measures one subject. `market` starts the product with its demo market on the first call and is shared by all. */
export type Bench = (market: () => Promise<Market>) => Promise<Figure[]>

/** In execution order. */
export const benches: Readonly<Record<string, Bench>> = {
  start,
  memory,
  page,
  interactions: async (market) => interactionTimes(await market()),
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
  image,
  storage,
  functions,
  search,
  fairness,
}

/** Takes minutes: only runs by name. */
export const longBenches: Readonly<Record<string, Bench>> = { soak, checkout, observability, growth }

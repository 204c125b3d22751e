import { theClient } from '../../lib/data/client.ts'
import { dataOf } from '../../lib/data/failure.ts'

/** The number of unread notifications. Separate from api.ts, because every page shows this count but few use the rest. */
export async function readUnreadCount(): Promise<number> {
  return dataOf(await (await theClient()).rpc('unread_notifications')) ?? 0
}

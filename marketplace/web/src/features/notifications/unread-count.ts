import { theClient } from '../../lib/data/client.ts'
import { dataOf } from '../../lib/data/failure.ts'

/** How many are unread. Apart from api.ts, whose other calls only some pages make: every page shows this count. */
export async function readUnreadCount(): Promise<number> {
  return dataOf(await (await theClient()).rpc('unread_notifications')) ?? 0
}

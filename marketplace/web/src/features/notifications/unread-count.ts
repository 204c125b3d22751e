import { dataOf } from '../../app/failure.ts'
import { supabase } from '../../app/supabase.ts'

/** How many are unread. Apart from api.ts, whose other calls only some pages make: every page shows this count. */
export async function readUnreadCount(): Promise<number> {
  return dataOf(await supabase.rpc('unread_notifications')) ?? 0
}

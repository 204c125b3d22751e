import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import type { Notification, Preference, Timing } from './types.ts'

export const PAGE = 20

/** A page of notifications, newest first, starting after `after`. */
export async function readNotifications(onlyUnread: boolean, after: Notification | null): Promise<Notification[]> {
  let query = supabase
    .from('notifications')
    .select('id, kind, payload, created_at, read_at')
    .eq('in_app', true)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE)
  if (onlyUnread) query = query.is('read_at', null)
  if (after)
    query = query.or(`created_at.lt.${after.created_at},and(created_at.eq.${after.created_at},id.lt.${after.id})`)
  return dataOf(await query) as Notification[] // a check constraint guarantees that payload is an object
}

/** @param ids null for all in the app @returns the number left unread */
export async function markRead(ids: readonly string[] | null): Promise<number> {
  return dataOf(await supabase.rpc('mark_notifications_read', ids ? { ids: [...ids] } : {})) ?? 0
}

/** The user's preference for each group, or the group's default. */
export async function readPreferences(): Promise<Preference[]> {
  const [groups, chosen] = await Promise.all([
    supabase.from('notification_groups').select('name, in_app, mail, push').order('sort'),
    supabase.from('notification_preferences').select('group_name, in_app, mail, push'),
  ])
  const own = new Map(dataOf(chosen)?.map(({ group_name, ...channels }) => [group_name, channels]))
  return (dataOf(groups) ?? []).map((group) => ({ ...group, ...own.get(group.name) }))
}

export async function savePreference({ name, in_app, mail, push }: Preference): Promise<void> {
  dataOf(await supabase.from('notification_preferences').upsert({ group_name: name, in_app, mail, push }))
}

export async function readTiming(): Promise<Timing> {
  const row = dataOf(
    await supabase
      .from('notification_settings')
      .select('quiet_from, quiet_until, time_zone, digest, digest_at')
      .maybeSingle(),
  )
  if (!row) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return { quiet_from: null, quiet_until: null, time_zone: timeZone, digest: 'off', digest_at: '18:00' }
  }
  return {
    quiet_from: row.quiet_from?.slice(0, 5) ?? null,
    quiet_until: row.quiet_until?.slice(0, 5) ?? null,
    time_zone: row.time_zone,
    digest: row.digest === 'daily' ? 'daily' : 'off',
    digest_at: row.digest_at.slice(0, 5),
  }
}

export async function saveTiming(timing: Timing): Promise<void> {
  dataOf(await supabase.from('notification_settings').upsert({ ...timing }))
}

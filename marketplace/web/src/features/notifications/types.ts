import type { Tables } from '../../../../contract/database.types.ts'
import type { NotificationPayload } from '../../../../contract/notifications/notification-text.ts'

/** A row of public.notifications, with the columns its recipient may read. */
export interface Notification {
  readonly id: string
  readonly kind: string
  readonly payload: NotificationPayload
  readonly created_at: string
  readonly read_at: string | null
}

export const CHANNELS = ['in_app', 'mail', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** A notification group with the user's current channels. */
export interface Preference {
  readonly name: string
  readonly in_app: boolean
  readonly mail: boolean
  readonly push: boolean
}

/** Times are "22:00" in the user's own time zone; without quiet hours both are null. */
export interface Timing extends Readonly<Omit<Tables<'notification_settings'>, 'user_id'>> {
  readonly digest: 'off' | 'daily'
}

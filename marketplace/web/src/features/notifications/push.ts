import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

const WORKER = '/sw.js'

/** unsupported: this browser or installation cannot; denied: the user refused, which only the browser's settings can undo. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await currentSubscription()
  if (!subscription) return 'off'
  // Another account may have subscribed from this browser since.
  const mine = dataOf(await supabase.from('push_subscriptions').select('id').eq('endpoint', subscription.endpoint))
  return mine && mine.length > 0 ? 'on' : 'off'
}

/** Asks for permission, then registers the subscription. @throws with a message for the user */
export async function turnPushOn(): Promise<PushState> {
  if (!isSupported() || !config.pushKey) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'denied' : 'off'
  await navigator.serviceWorker.register(WORKER)
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: config.pushKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('This browser gave no address for push messages.')
  dataOf(
    await supabase.rpc('save_push_subscription', {
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      device: deviceName(navigator.userAgent),
    }),
  )
  return 'on'
}

export async function turnPushOff(): Promise<PushState> {
  const subscription = await currentSubscription()
  if (subscription) {
    dataOf(await supabase.from('push_subscriptions').delete().eq('endpoint', subscription.endpoint))
    await subscription.unsubscribe()
  }
  return 'off'
}

/** After a sign-out this browser must not show the last user's messages; the server notices on its next delivery. */
export async function forgetPush(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
}

function isSupported(): boolean {
  return config.pushKey !== null && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** "Firefox on Linux", as far as the user agent reveals it. */
export function deviceName(userAgent: string): string {
  const browser = first(userAgent, ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari']) ?? t('common.push.browser')
  const system = first(userAgent, ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'])
  return system
    ? t('common.push.deviceName', { value: NAMES[browser] ?? browser, value2: NAMES[system] ?? system })
    : (NAMES[browser] ?? browser)
}

const NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'Mac' }

function first(text: string, words: readonly string[]): string | undefined {
  return words.find((word) => text.includes(word))
}

import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Client } from './client.ts'
import type { AuthContext } from './context.ts'
import type { UserRow } from './user-row.ts'

const REMEMBERED_DAYS = 180

/**
 * Tells the owner of an account by mail when somebody signs in with a device or from a network that are new to the account. The
 * first sign-in of all is no news. To be run after the answer: how long it takes is nobody's business.
 */
export async function noticeNewDevice(context: AuthContext, user: UserRow, client: Client): Promise<void> {
  if (!context.config.auth.notices || user.is_anonymous) return
  const device = markOf(user.id, 'device', withoutVersions(client.userAgent))
  const network = markOf(user.id, 'network', networkOf(client.ip))
  const { sql } = context
  const [seen] = await sql<{ known: number; fresh: number }[]>`
    with before as (
      select count(*)::int as known from auth.known_devices
      where user_id = ${user.id} and seen_at > now() - make_interval(days => ${REMEMBERED_DAYS})
    ), put as (
      insert into auth.known_devices (user_id, mark)
      select ${user.id}::uuid, mark from (values (${device}::bytea), (${network}::bytea)) seen (mark) order by mark
      on conflict (user_id, mark) do update set seen_at = now() returning xmax = 0 as is_new
    )
    select before.known, (select count(*)::int from put where is_new) as fresh from before`
  await sql`
    delete from auth.known_devices
    where user_id = ${user.id} and seen_at < now() - make_interval(days => ${REMEMBERED_DAYS})`
  if (!seen || seen.known === 0 || seen.fresh === 0) return
  context.mails.notify({
    kind: 'new_sign_in',
    user,
    details: {
      device: describeDevice(client.userAgent),
      network: `network ${networkOf(client.ip)}`,
      time: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    },
  })
}

function markOf(userId: string, kind: string, value: string): Buffer {
  return createHash('sha256').update(`${userId}|${kind}|${value}`).digest()
}

/** An update of the browser is no new device. */
function withoutVersions(userAgent: string): string {
  return userAgent.replace(/[\d._]+/g, '')
}

/** Where an address lives, as far as tells a house from another; phones wander further within their company's. */
export function networkOf(ip: string): string {
  const v4 = /(\d+\.\d+)\.\d+\.\d+$/.exec(ip)
  if (v4) return `${v4[1]}.x.x`
  return isIPv6(ip) ? `${ip.split(':').slice(0, 2).join(':')}::` : ip
}

const BROWSERS = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrom(e|ium)|CriOS/],
  ['Safari', /Safari/],
] as const
const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** "Firefox on Linux", for people; programs are called so. */
export function describeDevice(userAgent: string): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'a program'
}

import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import type { UserRow } from '../users/user-row.ts'

export const REMEMBERED_DAYS = 180

/** The device and the network of a request as an account remembers them: hashes that mean nothing for another account. */
export function marksOf(userId: string, client: Client): readonly [device: Buffer, network: Buffer] {
  return [markOf(userId, 'device', withoutVersions(client.userAgent)), markOf(userId, 'network', networkOf(client.ip))]
}

/** Notifies an account's owner by email of a sign-in with a device or from a network that is new to the account. */
export function sendNewDeviceNotice({ emails }: Pick<AuthContext, 'emails'>, user: UserRow, client: Client): void {
  emails.notify({
    kind: 'new_sign_in',
    user,
    details: {
      ...deviceOf(client.userAgent),
      network: networkOf(client.ip),
    },
  })
}

function markOf(userId: string, kind: string, value: string): Buffer {
  return createHash('sha256').update(`${userId}|${kind}|${value}`).digest()
}

/** A browser update is not a new device. */
function withoutVersions(userAgent: string): string {
  return userAgent.replace(/[\d._]+/g, '')
}

/** The network of an address: /16 for IPv4, /32 for IPv6. Addresses at home rarely leave it; those of phones may. */
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

/** Names of browser and system, such as "Firefox" and "Linux"; empty if unknown, as for programs. */
export function deviceOf(userAgent: string): { browser: string; system: string } {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return { browser: browser ?? '', system: system ?? '' }
}

import { createECDH } from 'node:crypto'
import { lookup } from 'node:dns'
import { Agent } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import webPush, { WebPushError } from 'web-push'

/** A browser's address at its push service, and its keys (RFC 8291). */
export interface PushDevice {
  readonly id: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** What the service worker shows. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  readonly path: string
  /** A further message with the same tag takes the place of the first. */
  readonly tag: string
  readonly unread: number
}

export interface PushSender {
  /** @returns gone when the browser no longer takes messages @throws when it could not be handed over now */
  send(device: PushDevice, message: PushMessage): Promise<'sent' | 'gone'>
}

const DAY_SECONDS = 24 * 3600
const TIMEOUT_MS = 10_000
/** What a push service says of a subscription that is over (RFC 8030). */
const GONE = [404, 410]

/** The public half of a VAPID key (RFC 8292), as browsers want it. @param privateKey 32 bytes */
export function vapidPublicKey(privateKey: Uint8Array): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return pair.getPublicKey('base64url')
}

/** @param subject where push services can complain: a mailto: or https: address */
export function createPushSender(privateKey: Uint8Array, subject: string): PushSender {
  const vapidDetails = {
    subject,
    publicKey: vapidPublicKey(privateKey),
    privateKey: Buffer.from(privateKey).toString('base64url'),
  }
  const agent = new Agent({ keepAlive: true, lookup: publicLookup })
  return {
    async send({ endpoint, p256dh, auth }, message) {
      // Where messages go is what a browser told us: it may not name a machine of our own network.
      if (isIP(new URL(endpoint).hostname.replace(/^\[|\]$/g, '')) !== 0) return 'gone'
      try {
        await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
          vapidDetails,
          agent,
          TTL: DAY_SECONDS,
          timeout: TIMEOUT_MS,
          urgency: 'normal',
        })
        return 'sent'
      } catch (error) {
        if (error instanceof WebPushError && GONE.includes(error.statusCode)) return 'gone'
        throw error
      }
    },
  }
}

const ownNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv6')

/** Whether an address is out on the internet, and not of this machine or its network. */
export function isPublicAddress(address: string, family: number): boolean {
  return !ownNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Names are looked up at the moment of connecting, so that none can change its address after it was checked. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const open = addresses.filter(({ address, family }) => isPublicAddress(address, family))
    const [first] = open
    if (!first) return callback(new Error(`${hostname} is not out on the internet`), '', 0)
    if (options.all) return callback(null, open)
    callback(null, first.address, first.family)
  })
}

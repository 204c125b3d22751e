import { createECDH } from 'node:crypto'
import { Agent } from 'node:https'
import { isPublicAddress, literalOf, lookupOnly } from 'souk-backend/public-network'

/** A browser's endpoint at its push service, and its keys (RFC 8291). */
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
  /** A later message with the same tag replaces the first. */
  readonly tag: string
  readonly unread: number
}

export interface PushSender {
  /** @returns gone when the browser no longer accepts messages @throws when it could not be delivered now */
  send(device: PushDevice, message: PushMessage): Promise<'sent' | 'gone'>
}

const DAY_SECONDS = 24 * 3600
const TIMEOUT_MS = 10_000
/** Status codes for an expired subscription (RFC 8030). */
const GONE = [404, 410]

/** The public half of a VAPID key (RFC 8292), in the browsers' format. @param privateKey 32 bytes */
export function vapidPublicKey(privateKey: Uint8Array): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return pair.getPublicKey('base64url')
}

/** @param subject contact for push services: a mailto: or https: address */
export function createPushSender(privateKey: Uint8Array, subject: string): PushSender {
  const vapidDetails = {
    subject,
    publicKey: vapidPublicKey(privateKey),
    privateKey: Buffer.from(privateKey).toString('base64url'),
  }
  const agent = new Agent({ keepAlive: true, lookup: lookupOnly(isPublicAddress) })
  return {
    async send({ endpoint, p256dh, auth }, message) {
      // The endpoint comes from a browser: it must not point to a machine on our own network.
      if (literalOf(new URL(endpoint)) !== null) return 'gone'
      // Loaded with the first message, to keep startup fast.
      const { default: webPush, WebPushError } = await import('web-push')
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

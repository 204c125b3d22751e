import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Config } from '../config/config.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SmsSender } from './sms.ts'
import { toTwilio } from './twilio.ts'

const TIMEOUT_MS = 5000

/**
 * Sends text messages to SMS_WEBHOOK_URL, signed according to standard-webhooks.com, or to a carrier with Twilio's API; in development they
 * are otherwise kept with the emails. In production without a gateway `send` throws.
 */
export function createSmsSender({ sms, production }: Config, mailer: Mailer): SmsSender {
  if (sms?.kind === 'twilio') return toTwilio(sms)
  if (sms !== null) return toWebhook(sms)
  return {
    channels: ['sms'],
    async send({ to, text }) {
      if (production || !mailer.mailbox) throw new Error('No SMS gateway is configured.')
      await mailer.mailbox.keep({ to, subject: 'Text message', text, html: `<p>${text}</p>` })
      return randomUUID()
    },
  }
}

function toWebhook({ url, secret }: { url: string; secret: string }): SmsSender {
  const webhook = new Webhook(secret)
  return {
    channels: ['sms'],
    async send({ to, text }) {
      const id = `msg_${randomUUID()}`
      const at = new Date()
      const body = JSON.stringify({ type: 'sms.send', timestamp: at.toISOString(), data: { to, text } })
      const answer = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': webhook.sign(id, at, body),
        },
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`The gateway for text messages answered ${answer.status}.`)
      return id
    },
  }
}

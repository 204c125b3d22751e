import type { SmsConfig } from '../config-sms.ts'
import type { SmsSender } from './sms.ts'

const TIMEOUT_MS = 5000

/** The Messages resource of Twilio's REST API of 2010-04-01, which other carriers speak too. */
export function toTwilio({ url, accountSid, authToken, from }: Extract<SmsConfig, { kind: 'twilio' }>): SmsSender {
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return {
    async send({ to, text }) {
      const answer = await fetch(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        method: 'POST',
        body: new URLSearchParams({ To: to, Body: text, [sender]: from }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { authorization: `Basic ${credentials}` },
      })
      const said = (await answer.json().catch(() => null)) as { sid?: unknown; code?: unknown } | null
      // Their message may repeat the number; the code says as much.
      if (!answer.ok)
        throw new Error(`The gateway for text messages answered ${answer.status}, code ${said?.code ?? 'none'}.`)
      return typeof said?.sid === 'string' ? said.sid : ''
    },
  }
}

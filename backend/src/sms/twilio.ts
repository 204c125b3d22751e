import type { SmsConfig } from '../config/sms.ts'
import type { Sms, SmsSender } from './sms.ts'

const TIMEOUT_MS = 5000

type TwilioConfig = Extract<SmsConfig, { kind: 'twilio' }>

/** The Messages resource of Twilio's REST API of 2010-04-01, which other carriers support too. */
export function toTwilio(config: TwilioConfig): SmsSender {
  const { url, accountSid, authToken } = config
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  return {
    channels: whatsAppSender(config) === null ? ['sms'] : ['sms', 'whatsapp'],
    async send(sms) {
      const answer = await fetch(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        method: 'POST',
        body: new URLSearchParams(sms.channel === 'whatsapp' ? whatsAppForm(sms, config) : smsForm(sms, config)),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { authorization: `Basic ${credentials}` },
      })
      const said = (await answer.json().catch(() => null)) as { sid?: unknown; code?: unknown } | null
      // The carrier's message may repeat the number; the code is enough.
      if (!answer.ok)
        throw new Error(`The gateway for text messages answered ${answer.status}, code ${said?.code ?? 'none'}.`)
      return typeof said?.sid === 'string' ? said.sid : ''
    },
  }
}

function smsForm({ to, text }: Sms, { from }: TwilioConfig): Record<string, string> {
  return { To: to, Body: text, ...senderField(from) }
}

/** Businesses may start WhatsApp conversations with approved templates only; ours has one placeholder, for the code. */
function whatsAppForm({ to, text, code }: Sms, config: TwilioConfig): Record<string, string> {
  const from = whatsAppSender(config)
  if (from === null) throw new Error('The SMS sender is a name; WhatsApp needs a number.')
  const said: Record<string, string> = config.contentSid
    ? { ContentSid: config.contentSid, ContentVariables: JSON.stringify({ 1: code }) }
    : { Body: text }
  return { To: `whatsapp:${to}`, ...said, ...senderField(from.startsWith('+') ? `whatsapp:${from}` : from) }
}

/** A number or a messaging service; null when only a name is configured. */
function whatsAppSender({ from, whatsAppFrom }: TwilioConfig): string | null {
  const sender = whatsAppFrom ?? from
  return sender.startsWith('+') || isMessagingService(sender) ? sender : null
}

function senderField(sender: string): Record<string, string> {
  return isMessagingService(sender) ? { MessagingServiceSid: sender } : { From: sender }
}

function isMessagingService(sender: string): boolean {
  return /^MG[0-9a-f]{32}$/i.test(sender)
}

import { HTTP_URL, matching, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

/** Gateway of text messages. */
export type SmsConfig =
  | Readonly<{ kind: 'webhook'; url: string; secret: string }>
  /** Twilio, or a service with the same API. */
  | Readonly<{
      kind: 'twilio'
      url: string
      accountSid: string
      authToken: string
      from: string
      whatsAppFrom: string | null
      contentSid: string | null
    }>

export const SMS_VARIABLES = {
  SMS_WEBHOOK_URL: {
    ...HTTP_URL,
    otherwise: 'captured with the emails',
    help: 'receives text messages to send, signed per Standard Webhooks',
  },
  SMS_WEBHOOK_SECRET: {
    ...matching('^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$', 'at least 24 bytes in base64, with or without whsec_ before it'),
    help: 'signing secret for them',
  },
  SMS_TWILIO_ACCOUNT_SID: {
    ...matching('^[A-Za-z0-9]{2,64}$', 'the SID of the account, such as AC…'),
    help: 'account at Twilio or a provider with a compatible API',
  },
  SMS_TWILIO_AUTH_TOKEN: { ...TEXT, expected: 'the token of the account', help: 'auth token' },
  SMS_TWILIO_FROM: {
    ...matching(
      '^(\\+[1-9][0-9]{1,14}|MG[0-9a-fA-F]{32}|[A-Za-z0-9 ]{1,11})$',
      'a number with a plus, a messaging service (MG…) or a name of 11 letters at most',
    ),
    help: 'sender of text messages',
  },
  SMS_TWILIO_WHATSAPP_FROM: {
    ...matching('^(\\+[1-9][0-9]{1,14}|MG[0-9a-fA-F]{32})$', 'a number with a plus or a messaging service (MG…)'),
    otherwise: 'SMS_TWILIO_FROM',
    help: 'sender of WhatsApp messages',
  },
  SMS_TWILIO_CONTENT_SID: {
    ...matching('^HX[0-9a-fA-F]{32}$', 'the SID of an approved template (HX…) with one place, for the code'),
    help: 'approved WhatsApp template for codes',
  },
  SMS_TWILIO_URL: { ...HTTP_URL, default: 'https://api.twilio.com', help: 'API URL of the provider' },
} as const satisfies Variables

/** Variables that must be set together. */
export const SMS_GROUPS = [
  ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'],
  ['SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_AUTH_TOKEN', 'SMS_TWILIO_FROM'],
] as const

/** Reads the variables that SMS_VARIABLES has validated; the webhook takes precedence when both are set. */
export function readSms(env: Values<typeof SMS_VARIABLES>): SmsConfig | null {
  if (env.SMS_WEBHOOK_URL && env.SMS_WEBHOOK_SECRET) {
    return { kind: 'webhook', url: env.SMS_WEBHOOK_URL, secret: env.SMS_WEBHOOK_SECRET }
  }
  const { SMS_TWILIO_ACCOUNT_SID: accountSid, SMS_TWILIO_AUTH_TOKEN: authToken, SMS_TWILIO_FROM: from } = env
  if (!accountSid || !authToken || !from) return null
  const url = env.SMS_TWILIO_URL.replace(/\/+$/, '')
  const whatsAppFrom = env.SMS_TWILIO_WHATSAPP_FROM ?? null
  return {
    kind: 'twilio',
    url,
    accountSid,
    authToken,
    from,
    whatsAppFrom,
    contentSid: env.SMS_TWILIO_CONTENT_SID ?? null,
  }
}

import Type from 'typebox'

/** Who carries text messages. */
export type SmsConfig =
  | Readonly<{ kind: 'webhook'; url: string; secret: string }>
  /** Twilio, or a service that speaks its API. */
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
  SMS_WEBHOOK_URL: Type.String({ pattern: '^https?://[^\\s]+$' }),
  SMS_WEBHOOK_SECRET: Type.String({ pattern: '^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$' }),
  SMS_TWILIO_ACCOUNT_SID: Type.String({ pattern: '^[A-Za-z0-9]{2,64}$' }),
  SMS_TWILIO_AUTH_TOKEN: Type.String({ minLength: 1 }),
  SMS_TWILIO_FROM: Type.String({ pattern: '^(\\+[1-9][0-9]{1,14}|MG[0-9a-fA-F]{32}|[A-Za-z0-9 ]{1,11})$' }),
  SMS_TWILIO_WHATSAPP_FROM: Type.String({ pattern: '^(\\+[1-9][0-9]{1,14}|MG[0-9a-fA-F]{32})$' }),
  SMS_TWILIO_CONTENT_SID: Type.String({ pattern: '^HX[0-9a-fA-F]{32}$' }),
  SMS_TWILIO_URL: Type.String({ pattern: '^https?://[^\\s]+$' }),
}

export const SMS_EXPECTED: Readonly<Record<keyof typeof SMS_VARIABLES, string>> = {
  SMS_WEBHOOK_URL: 'an http or https address',
  SMS_WEBHOOK_SECRET: 'at least 24 bytes in base64, with or without whsec_ before it',
  SMS_TWILIO_ACCOUNT_SID: 'the SID of the account, such as AC…',
  SMS_TWILIO_AUTH_TOKEN: 'the token of the account',
  SMS_TWILIO_FROM: 'a number with a plus, a messaging service (MG…) or a name of 11 letters at most',
  SMS_TWILIO_WHATSAPP_FROM: 'a number with a plus or a messaging service (MG…)',
  SMS_TWILIO_CONTENT_SID: 'the SID of an approved template (HX…) with one place, for the code',
  SMS_TWILIO_URL: 'an http or https address',
}

/** Variables that mean something only together. */
export const SMS_GROUPS = [
  ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'],
  ['SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_AUTH_TOKEN', 'SMS_TWILIO_FROM'],
] as const

/** Reads what SMS_VARIABLES has checked; the webhook goes first when both are there. */
export function readSms(env: Readonly<Partial<Record<keyof typeof SMS_VARIABLES, string>>>): SmsConfig | null {
  if (env.SMS_WEBHOOK_URL && env.SMS_WEBHOOK_SECRET) {
    return { kind: 'webhook', url: env.SMS_WEBHOOK_URL, secret: env.SMS_WEBHOOK_SECRET }
  }
  const { SMS_TWILIO_ACCOUNT_SID: accountSid, SMS_TWILIO_AUTH_TOKEN: authToken, SMS_TWILIO_FROM: from } = env
  if (!accountSid || !authToken || !from) return null
  const url = (env.SMS_TWILIO_URL ?? 'https://api.twilio.com').replace(/\/+$/, '')
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

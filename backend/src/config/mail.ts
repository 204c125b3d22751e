import { matching, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type MailConfig = Readonly<{ smtpUrl: string | null; mailFrom: string; mailPort: number | null }>

export const MAIL_VARIABLES = {
  SMTP_URL: {
    ...matching('^smtps?://[^\\s]+$', 'an smtp:// or smtps:// address'),
    otherwise: 'emails are captured, sign-ups confirmed immediately',
    help: 'mail server; sign-ups then require confirmation',
  },
  MAIL_FROM: { ...TEXT, otherwise: '`BRAND_NAME <no-reply@localhost>`', help: 'sender of emails' },
  MAIL_PORT: {
    ...matching('^[0-9]{1,5}$', 'a number from 0 to 65535'),
    default: '0',
    help: 'port of this machine on which captured emails can also be read as from Mailpit or Inbucket, in projects of Supabase and not in production; 0 for none',
  },
} as const satisfies Variables

export function readMail(env: Values<typeof MAIL_VARIABLES>, brandName: string): MailConfig {
  return {
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `${brandName} <no-reply@localhost>`,
    mailPort: Number(env.MAIL_PORT) || null,
  }
}

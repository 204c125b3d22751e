import { matching, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type MailConfig = Readonly<{ smtpUrl: string | null; mailFrom: string }>

export const MAIL_VARIABLES = {
  SMTP_URL: {
    ...matching('^smtps?://[^\\s]+$', 'an smtp:// or smtps:// address'),
    otherwise: 'emails are captured, sign-ups confirmed immediately',
    help: 'mail server; sign-ups then require confirmation',
  },
  MAIL_FROM: { ...TEXT, otherwise: '`BRAND_NAME <no-reply@localhost>`', help: 'sender of emails' },
} as const satisfies Variables

export function readMail(env: Values<typeof MAIL_VARIABLES>, brandName: string): MailConfig {
  return { smtpUrl: env.SMTP_URL ?? null, mailFrom: env.MAIL_FROM ?? `${brandName} <no-reply@localhost>` }
}

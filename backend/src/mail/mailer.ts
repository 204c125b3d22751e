import type { Transporter } from 'nodemailer'
import type { Config } from '../config/config.ts'
import { DevelopmentMailbox } from './development-mailbox.ts'
import type { Mail } from './mail.ts'

export interface Mailer {
  /** Resolves once the mail server has accepted the email. @throws when it refuses or cannot be reached. */
  send(mail: Mail): Promise<void>
  /** Mailbox of kept emails without a mail server; null when they are sent. */
  readonly mailbox: DevelopmentMailbox | null
  close(): void
}

/** Sends through SMTP_URL; without it, emails are kept in the data folder for development. */
export function createMailer(config: Config): Mailer {
  if (config.smtpUrl === null) {
    const mailbox = new DevelopmentMailbox(config.dataDir)
    return { mailbox, send: (mail) => mailbox.keep(mail), close: () => undefined }
  }
  const { smtpUrl } = config
  // Loaded by the first email, so that it does not delay the start.
  let transport: Promise<Transporter> | undefined
  const open = async () => (await import('nodemailer')).createTransport(smtpUrl)
  return {
    mailbox: null,
    async send(mail) {
      transport ??= open()
      await (await transport).sendMail({ from: config.mailFrom, ...mail })
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

import { createTransport } from 'nodemailer'
import type { Config } from '../config/config.ts'
import { DevelopmentMailbox } from './development-mailbox.ts'
import type { Mail } from './mail.ts'

export interface Mailer {
  /** Resolves once the mail is handed over. @throws when the mail server refuses or cannot be reached. */
  send(mail: Mail): Promise<void>
  /** Where mails are kept when no mail server is configured; null when they are sent. */
  readonly mailbox: DevelopmentMailbox | null
  close(): void
}

/** Sends through SMTP_URL; without one, mails are kept in the data folder for whoever develops. */
export function createMailer(config: Config): Mailer {
  if (config.smtpUrl === null) {
    const mailbox = new DevelopmentMailbox(config.dataDir)
    return { mailbox, send: (mail) => mailbox.keep(mail), close: () => undefined }
  }
  const transport = createTransport(config.smtpUrl)
  return {
    mailbox: null,
    async send(mail) {
      await transport.sendMail({ from: config.mailFrom, ...mail })
    },
    close: () => transport.close(),
  }
}

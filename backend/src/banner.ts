import type { Config } from './config/config.ts'

/** Prints the start-up message once the server listens. */
export function announceReady(config: Config, local: string, startedAt: number): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const listening = local === config.publicUrl ? '' : ` (listening on ${local})`
  const workers = config.workers > 1 ? `, ${config.workers} workers` : ''
  console.log(`\n${config.brandName} is ready in ${seconds} s: ${config.publicUrl}${listening}${workers}`)
}

/** Prints where emails go, after the lines of the demo. */
export function announceMails(config: Config): void {
  if (config.smtpUrl !== null) return
  if (config.production) console.log('SMTP_URL is not set: emails are kept in the data folder and sent to nobody.')
  else console.log(`Mails are kept at ${config.publicUrl}/dev/mail`)
}

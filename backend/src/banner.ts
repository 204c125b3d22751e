import type { Config } from './config/config.ts'

/** What people at a terminal are told once, when the server answers. */
export function announceReady(config: Config, local: string, startedAt: number): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const listening = local === config.publicUrl ? '' : ` (listening on ${local})`
  const workers = config.workers > 1 ? `, ${config.workers} workers` : ''
  console.log(`\n${config.brandName} is ready in ${seconds} s: ${config.publicUrl}${listening}${workers}`)
}

/** What they are told last, after the lines of the demo. */
export function announceMails(config: Config): void {
  if (config.smtpUrl !== null) return
  if (config.production) console.log('SMTP_URL is not set: mails are kept in the data folder and sent to nobody.')
  else console.log(`Mails are kept at ${config.publicUrl}/dev/mail`)
}

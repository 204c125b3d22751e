import { pino } from 'pino'
import postgres from 'souk-backend/postgres'
import { deliverWebhooks } from '../../jobs/deliver-webhooks.ts'
import { createWebhookSender } from '../../jobs/webhook-sender.ts'

/** A separate process that delivers what is due, to be killed midway. Takes the connection and the key as JSON. */
const { connection, sealKey } = JSON.parse(process.argv[2] ?? '{}')
const sql = postgres({ ...connection, max: 2, onnotice: () => undefined })
const job = deliverWebhooks({
  sealKey: Buffer.from(sealKey, 'base64url'),
  sender: createWebhookSender({ toLoopback: true }),
})
await job.run({
  sql,
  sendEmail: async () => undefined,
  publicUrl: 'http://souk.test',
  log: pino({ level: 'silent' }),
  signal: new AbortController().signal,
})
await sql.end()

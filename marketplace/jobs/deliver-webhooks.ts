import { setTimeout as wait } from 'node:timers/promises'
import { compactDecrypt } from 'jose'
import type { Job, JobContext } from 'souk-backend/jobs'
import { insist } from './insist.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** Maximum concurrent deliveries per endpoint. */
const OF_EACH = 8
/** Interval for checking other endpoints while one is awaited. */
const LOOK_AGAIN_MS = 1000

export interface WebhookDelivery {
  readonly sender: WebhookSender
  /** Decrypts the secrets encrypted by the function `webhooks`. */
  readonly sealKey: Uint8Array
}

interface ClaimedWebhook {
  readonly id: string
  readonly attempts: number
  readonly webhook_id: string
  readonly url: string
  readonly secrets: readonly string[]
  readonly event_id: string
  readonly type: string
  readonly at: Date
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Delivers due webhook events until none is left. What was claimed but not settled is due again after a minute, so that nothing is lost
 * when a process dies; receivers deduplicate by webhook-id.
 */
export function deliverWebhooks(delivery: WebhookDelivery): Job {
  let isRunning = false
  let again = false
  return {
    name: 'deliver-webhooks',
    schedule: '* * * * *',
    async run(context) {
      // A slow endpoint prolongs one run only: if woken meanwhile, that run checks once more, and other jobs get their turn.
      again = true
      if (isRunning) return
      isRunning = true
      try {
        while (again && !context.signal.aborted) {
          again = false
          await deliverDue(context, delivery)
        }
      } finally {
        isRunning = false
      }
    },
  }
}

/** Each endpoint has its own lane, so that a slow one delays only itself. */
async function deliverDue(context: JobContext, delivery: WebhookDelivery): Promise<void> {
  const { sql, signal } = context
  const lanes = new Map<string, Promise<void>>()
  for (;;) {
    const busy = [...lanes.keys()]
    const claimed = signal.aborted
      ? []
      : await sql<ClaimedWebhook[]>`select * from private.claim_webhooks(${OF_EACH}, ${busy}::uuid[])`
    for (const [id, some] of Map.groupBy(claimed, (webhook) => webhook.webhook_id)) {
      const lane = Promise.all(some.map((webhook) => deliver(context, delivery, webhook)))
      lanes.set(
        id,
        lane.then(() => void lanes.delete(id)),
      )
    }
    if (lanes.size === 0) return
    await Promise.race([...lanes.values(), wait(LOOK_AGAIN_MS)])
  }
}

async function deliver({ sql, signal, log }: JobContext, delivery: WebhookDelivery, webhook: ClaimedWebhook) {
  const { id, attempts, url, event_id, type, at, data } = webhook
  const settle = (
    isDelivered: boolean,
    status: number | null,
    problem: string | null,
    answer: string,
    wait: number | null,
  ) =>
    insist(
      () =>
        sql`select private.settle_webhook(${id}, ${attempts}::smallint, ${isDelivered}, ${status}, ${problem}, ${answer}, ${wait})`,
    )
  try {
    const secrets = await Promise.all(
      webhook.secrets.map((sealed) => unseal(sealed, webhook.webhook_id, delivery.sealKey)),
    )
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
    const { status, answer, retryAfterSeconds } = await delivery.sender.send(
      { url, id: event_id, body, secrets },
      signal,
    )
    const isDelivered = status >= 200 && status < 300
    await settle(isDelivered, status, null, answer, retryAfterSeconds)
  } catch (error) {
    if (signal.aborted) return // will be due again
    log.info({ err: error, webhook: webhook.webhook_id }, 'a webhook could not be delivered; will retry')
    await settle(false, null, error instanceof Error ? error.message : 'unknown', '', null)
  }
}

async function unseal(sealed: string, webhookId: string, key: Uint8Array): Promise<string> {
  const opened = await compactDecrypt(sealed, key).catch((cause: unknown) => {
    throw new Error('The secret was encrypted by another installation. Create a new one.', { cause })
  })
  // Bound to its endpoint: a ciphertext copied to another row is useless there.
  if (opened.protectedHeader.kid !== webhookId)
    throw new Error('The secret belongs to another endpoint. Create a new one.')
  return new TextDecoder().decode(opened.plaintext)
}

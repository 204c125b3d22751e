import { setTimeout as wait } from 'node:timers/promises'
import { compactDecrypt } from 'jose'
import type { Job, JobContext } from 'souk-backend/jobs'
import type { WebhookSender } from './webhook-sender.ts'

/** Of one endpoint at the same time. */
const OF_EACH = 8
/** While an endpoint is waited for, others are looked after so often. */
const LOOK_AGAIN_MS = 1000

export interface WebhookDelivery {
  readonly sender: WebhookSender
  /** Opens the secrets that the function `webhooks` sealed. */
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
 * Delivers what endpoints wanted to be told, until nothing is due. What was claimed but not settled is due again after a minute, so
 * that a process which dies loses nothing; receivers know by the webhook-id what they have had.
 */
export function deliverWebhooks(delivery: WebhookDelivery): Job {
  let isRunning = false
  let again = false
  return {
    name: 'deliver-webhooks',
    schedule: '* * * * *',
    async run(context) {
      // A slow endpoint holds up one run: woken meanwhile, that run looks once more, and other jobs have their turn.
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

/** Each endpoint has a lane of its own: a slow one holds up what goes there, and nothing else. */
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
    sql`select private.settle_webhook(${id}, ${attempts}::smallint, ${isDelivered}, ${status}, ${problem}, ${answer}, ${wait})`
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
    if (signal.aborted) return // due again by itself
    log.info({ err: error, webhook: webhook.webhook_id }, 'a webhook could not be delivered; it is tried again')
    await settle(false, null, error instanceof Error ? error.message : 'unknown', '', null)
  }
}

async function unseal(sealed: string, webhookId: string, key: Uint8Array): Promise<string> {
  const opened = await compactDecrypt(sealed, key).catch((cause: unknown) => {
    throw new Error('Its secret was sealed by another installation. Make a new one.', { cause })
  })
  // Bound to its endpoint: a sealed text copied to another row opens nothing there.
  if (opened.protectedHeader.kid !== webhookId)
    throw new Error('Its secret is that of another endpoint. Make a new one.')
  return new TextDecoder().decode(opened.plaintext)
}

import { randomBytes, randomUUID } from 'node:crypto'
import { CompactEncrypt } from 'jose'
import type { FunctionContext, FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { isRefusal, refusalAnswer } from '../../contract/refusals/explain.ts'
import { LONGEST_WEBHOOK_URL, WEBHOOK_SEAL } from '../../contract/webhooks.ts'

const NewWebhook = z.object({
  url: z.string().max(LONGEST_WEBHOOK_URL),
  description: z.string().max(200).default(''),
  events: z.array(z.string()).max(100),
})

const SECRET_OF = /^\/([0-9a-f-]{36})\/secret$/
/** Per standard-webhooks.com: between 24 and 64 bytes. */
const SECRET_BYTES = 32

/**
 * The two administrator actions that need a secret: POST creates a webhook, POST <id>/secret rotates its secret. The secret is generated here, shown
 * only in this response, and sent to the database encrypted. All calls run as the caller, whose role the database checks.
 */
export const handle: FunctionHandler = async (request, context) => {
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  const rotated = SECRET_OF.exec(context.path)?.[1]
  if (rotated) return rotate(context, rotated)
  if (context.path !== '' && context.path !== '/') return refusalAnswer({ code: 'SK929' })
  const wanted = NewWebhook.safeParse(await request.json().catch(() => null))
  if (!wanted.success) return refusalAnswer({ code: 'SK928' })
  return create(context, wanted.data)
}

async function create(
  context: FunctionContext,
  { url, description, events }: z.infer<typeof NewWebhook>,
): Promise<Response> {
  const id = randomUUID()
  const secret = newSecret()
  const { data, error } = await context.supabase.rpc('create_webhook', {
    webhook_id: id,
    url,
    description,
    events,
    sealed_secret: await seal(context, id, secret),
  })
  return error ? refusalOf(error) : Response.json({ webhook: data, secret }, { status: 201, headers: UNSTORED })
}

async function rotate(context: FunctionContext, id: string): Promise<Response> {
  const secret = newSecret()
  const { error } = await context.supabase.rpc('rotate_webhook_secret', {
    webhook_id: id,
    sealed_secret: await seal(context, id, secret),
  })
  return error ? refusalOf(error) : Response.json({ secret }, { headers: UNSTORED })
}

const UNSTORED = { 'cache-control': 'no-store' }

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

function seal({ env }: FunctionContext, webhookId: string, secret: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ ...WEBHOOK_SEAL, kid: webhookId })
    .encrypt(Buffer.from(env.SEAL_KEY ?? '', 'base64url'))
}

/** Returns the database's refusals to the client; throws other errors, which are for the log only. */
function refusalOf(error: { code: string; message: string; details: string }): Response {
  if (isRefusal(error.code)) return refusalAnswer(error)
  if (error.code !== '42501') throw new Error(error.message)
  return Response.json({ code: error.code, message: error.message }, { status: 403 })
}

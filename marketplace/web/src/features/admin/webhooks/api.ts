import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Tables } from '../../../../../contract/database.types.ts'
import type { WebhookEvent } from '../../../../../contract/webhooks.ts'
import { dataOf, RequestFailed, sentenceOf, sentenceOfAnswer } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'

export interface Webhook extends Readonly<Omit<Tables<'webhooks'>, 'created_at' | 'changed_at'>> {
  readonly events: WebhookEvent[]
  /** Why it was disabled automatically. */
  readonly disabled_reason: 'failing' | 'gone' | null
}

export type WebhookForm = Pick<Webhook, 'url' | 'description' | 'events'>

export interface Delivery extends Readonly<Omit<Tables<'webhook_deliveries'>, 'event_id' | 'webhook_id'>> {
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly event: { readonly id: string; readonly type: string; readonly at: string; readonly data: unknown }
}

export async function readWebhooks(): Promise<Webhook[]> {
  const columns = 'id,url,description,events,enabled,failing_since,disabled_reason'
  return dataOf(await supabase.from('webhooks').select(columns).order('created_at')) as Webhook[]
}

const PAGE = 20

/** Newest first. @param before id of the last known delivery */
export async function readDeliveries(webhookId: string, before: number | null): Promise<Delivery[]> {
  const query = supabase
    .from('webhook_deliveries')
    .select('id,state,attempts,due_at,tried_at,status,problem,answer,created_at,event:webhook_events(id,type,at,data)')
    .eq('webhook_id', webhookId)
  const page = before === null ? query : query.lt('id', before)
  return dataOf(await page.order('id', { ascending: false }).limit(PAGE)) as Delivery[]
}

export function nextPage(page: readonly Delivery[]): number | undefined {
  return page.length < PAGE ? undefined : page.at(-1)?.id
}

/** @returns the secret, shown only once */
export async function createWebhook(form: WebhookForm): Promise<string> {
  return secretFrom('webhooks', { ...form })
}

export async function rotateSecret(id: string): Promise<string> {
  return secretFrom(`webhooks/${id}/secret`, {})
}

async function secretFrom(name: string, body: Record<string, unknown>): Promise<string> {
  const { data, error } = await supabase.functions.invoke<{ secret: string }>(name, { body })
  if (data) return data.secret
  const message = error instanceof FunctionsHttpError ? await sentenceOfAnswer(error.context) : sentenceOf(error)
  throw new RequestFailed(message, { isOffline: false, cause: error })
}

export async function updateWebhook({
  id,
  url,
  description,
  events,
  enabled,
}: WebhookForm & Pick<Webhook, 'id' | 'enabled'>) {
  dataOf(await supabase.rpc('update_webhook', { webhook_id: id, url, description, events: [...events], enabled }))
}

export async function deleteWebhook(id: string): Promise<void> {
  dataOf(await supabase.rpc('delete_webhook', { webhook_id: id }))
}

export async function testWebhook(id: string): Promise<void> {
  dataOf(await supabase.rpc('test_webhook', { webhook_id: id }))
}

export async function resend(deliveryId: number): Promise<void> {
  dataOf(await supabase.rpc('resend_webhook', { delivery_id: deliveryId }))
}

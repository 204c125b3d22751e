import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../../../contract/webhooks.ts'
import { t } from '../../../i18n/t.ts'
import type { BadgeTone } from '../../../ui/Badge.tsx'
import type { Delivery, Webhook } from './api.ts'

const GROUP_NAME: Readonly<Record<string, string>> = {
  listing: t('Ads'),
  user: t('People'),
  conversation: t('Conversations'),
  message: t('Messages'),
  offer: t('Offers'),
  deal: t('Deals'),
  review: t('Reviews'),
  report: t('Reports'),
  ticket: t('Letters'),
}

export interface EventGroup {
  readonly name: string
  readonly events: readonly WebhookEvent[]
}

/** The events by what they are about, in the order of the contract. */
export function eventGroups(): EventGroup[] {
  const groups = Map.groupBy(WEBHOOK_EVENTS, (event) => event.split('.', 1)[0] ?? '')
  return [...groups].map(([about, events]) => ({ name: GROUP_NAME[about] ?? about, events }))
}

/** How an endpoint does, in a word. */
export function healthOf({ enabled, failing_since, disabled_reason }: Webhook): { word: string; tone: BadgeTone } {
  if (!enabled) return { word: disabled_reason === null ? t('Off') : t('Switched off'), tone: 'neutral' }
  return failing_since === null ? { word: t('On'), tone: 'success' } : { word: t('Failing'), tone: 'danger' }
}

export function stateOf({ state, attempts }: Delivery): { word: string; tone: BadgeTone } {
  if (state === 'delivered') return { word: t('Delivered'), tone: 'success' }
  if (state === 'failed') return { word: t('Given up'), tone: 'danger' }
  return attempts === 0 ? { word: t('Waiting'), tone: 'neutral' } : { word: t('Is tried again'), tone: 'offer' }
}

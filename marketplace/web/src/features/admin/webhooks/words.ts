import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../../../contract/webhooks.ts'
import { t } from '../../../i18n/t.ts'
import type { BadgeTone } from '../../../ui/Badge.tsx'
import type { Delivery, Webhook } from './api.ts'

const GROUP_NAME: Readonly<Record<string, string>> = {
  listing: t('admin.ads'),
  user: t('admin.people'),
  conversation: t('common.conversations'),
  message: t('shell.messages'),
  offer: t('common.offers'),
  deal: t('admin.webhooks.deals'),
  review: t('common.reviews'),
  report: t('common.reports'),
  ticket: t('admin.webhooks.tickets'),
}

export interface EventGroup {
  readonly name: string
  readonly events: readonly WebhookEvent[]
}

/** Events by subject, in contract order. */
export function eventGroups(): EventGroup[] {
  const groups = Map.groupBy(WEBHOOK_EVENTS, (event) => event.split('.', 1)[0] ?? '')
  return [...groups].map(([about, events]) => ({ name: GROUP_NAME[about] ?? about, events }))
}

export function healthOf({ enabled, failing_since, disabled_reason }: Webhook): { word: string; tone: BadgeTone } {
  if (!enabled) return { word: disabled_reason === null ? t('admin.off') : t('admin.switchedOff'), tone: 'neutral' }
  return failing_since === null
    ? { word: t('common.on'), tone: 'success' }
    : { word: t('admin.webhooks.failing'), tone: 'danger' }
}

export function stateOf({ state, attempts }: Delivery): { word: string; tone: BadgeTone } {
  if (state === 'delivered') return { word: t('admin.webhooks.delivered'), tone: 'success' }
  if (state === 'failed') return { word: t('admin.webhooks.failed'), tone: 'danger' }
  return attempts === 0
    ? { word: t('admin.webhooks.waiting'), tone: 'neutral' }
    : { word: t('admin.webhooks.isTriedAgain'), tone: 'offer' }
}

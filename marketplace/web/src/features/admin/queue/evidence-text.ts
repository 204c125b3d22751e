import { t } from '../../../i18n/t.ts'
import type { ReportItem } from './types.ts'

interface SaidMessage {
  readonly sender_id?: unknown
  readonly kind?: unknown
  readonly body?: unknown
}

/** The text of a report's evidence, without pictures and numbers, and what both people wrote before. */
export function quoteOf({ evidence, person }: ReportItem): string {
  if (!evidence) return ''
  const texts = ['display_name', 'title', 'description', 'body', 'bio', 'alt'].flatMap((name) => {
    const value = evidence[name]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  const messages = Array.isArray(evidence.messages) ? (evidence.messages as readonly SaidMessage[]) : []
  const talk = messages.flatMap(({ sender_id: sender, kind, body }) => {
    // The body of a system message is a code.
    const words = kind === 'image' ? t('common.photo') : kind !== 'system' && typeof body === 'string' ? body : ''
    if (words === '') return []
    return [sender === person?.id ? t('admin.queue.senderWrote', { words }) : t('admin.queue.otherWrote', { words })]
  })
  return [...texts, ...talk].join('\n')
}

/** The usual time to an answer, from a PostgreSQL interval ("1 day 02:30:00", "05:12:00"); null when unknown. */

import { t } from '../../i18n/t.ts'

export function answerTimeText(interval: unknown): string | null {
  if (typeof interval !== 'string') return null
  const days = Number(/(\d+) days?/.exec(interval)?.[1] ?? 0)
  const clock = /(\d+):(\d+):/.exec(interval)
  const hours = days * 24 + Number(clock?.[1] ?? 0) + Number(clock?.[2] ?? 0) / 60
  if (hours < 1) return t('contact.replyWithinHour')
  if (hours < 24)
    return t('contact.replyWithinHours', {
      number: Math.ceil(hours),
    })
  return t('contact.replyWithinDays', {
    number: Math.ceil(hours / 24),
  })
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { orderTermsQuery } from '../../lib/order-terms.ts'
import { Button } from '../../ui/Button.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { TextAreaField } from '../../ui/fields.tsx'
import { appealDispute } from './api.ts'
import { useOrderChange } from './queries.ts'
import type { Dispute, Order, Role } from './types.ts'
import { weekday } from './when.ts'

const DAY_MS = 86_400_000

interface AppealProps {
  order: Order
  dispute: Dispute
  role: Role
  userId: string
}

/** Appeals a decision, once per side and within 14 days; then shows the outcome. */
export function Appeal({ order, dispute, userId }: AppealProps) {
  const terms = useQuery(orderTermsQuery)
  const [text, setText] = useState<string | null>(null)
  const appealing = useOrderChange({ change: () => appealDispute(order.id, text ?? ''), isQuiet: true })
  if (dispute.appeal_decision) {
    const after = dispute.appeal_minor ?? 0
    const isChanged = after !== (dispute.decided_minor ?? 0)
    return (
      <div className="grid gap-1.5 border-t border-line pt-3">
        <p className="tnum font-semibold">
          {isChanged
            ? t('orders.appeal.changed', { amount: exactMoney(after, order.currency) })
            : t('orders.appeal.unchanged')}
        </p>
        <p className="whitespace-pre-line wrap-anywhere text-ink-2">{dispute.appeal_decision}</p>
      </div>
    )
  }
  if (dispute.appeal) {
    return (
      <p className="type-small border-t border-line pt-3 text-ink-2">
        {dispute.appealed_by === userId ? t('orders.appeal.yours') : t('orders.appeal.theirs')}
      </p>
    )
  }
  const until = Date.parse(dispute.ended_at ?? '') + (terms.data?.appeal_within_days ?? 0) * DAY_MS
  if (!(until > Date.now())) return null
  if (text === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <p className="type-small text-ink-2">{t('orders.appeal.until', { day: weekday(new Date(until)) })}</p>
        <Button variant="secondary" size="s" onClick={() => setText('')}>
          {t('orders.appeal')}
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <TextAreaField
        label={t('orders.appeal.why')}
        rows={4}
        maxLength={2000}
        value={text}
        error={appealing.isError ? sentenceOf(appealing.error) : null}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex gap-2">
        <Button
          loading={appealing.isPending}
          loadingLabel={t('common.sending')}
          onClick={() => appealing.mutate(undefined)}
        >
          {t('orders.appeal.send')}
        </Button>
        <Button variant="ghost" onClick={() => setText(null)}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  )
}

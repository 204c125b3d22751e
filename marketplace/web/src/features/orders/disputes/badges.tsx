import { Lock } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { exactMoney } from '../../../ui/exact-money.ts'
import { weekday } from '../when.ts'

export function DecideBy({ by }: { by: string }) {
  const isLate = Date.parse(by) < Date.now()
  return (
    <Badge tone={isLate ? 'danger' : 'offer'}>
      {isLate ? t('admin.disputes.overdue', { day: weekday(by) }) : t('admin.disputes.decideBy', { day: weekday(by) })}
    </Badge>
  )
}

export function Held({ minor, currency }: { minor: number; currency: string }) {
  return (
    <Badge tone="success">
      <Lock aria-hidden="true" strokeWidth={1.75} className="size-3.5" />
      {t('orders.held', { amount: exactMoney(minor, currency) })}
    </Badge>
  )
}

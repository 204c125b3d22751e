import { CreditCard } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { RadioList } from '../../ui/RadioList.tsx'
import type { TestCard } from './api.ts'

const CARDS: readonly { value: TestCard; label: string; line: string }[] = [
  { value: 'ok', label: t('buying.card.ok'), line: t('buying.card.okHint') },
  { value: 'challenge', label: t('buying.card.challenge'), line: t('buying.card.challengeHint') },
  { value: 'declined', label: t('buying.card.declined'), line: t('buying.card.declinedHint') },
  { value: 'disputed_later', label: t('buying.card.disputed'), line: t('buying.card.disputedHint') },
]

/** Cards of the test provider, in place of a real provider's form. */
export function TestCards({ value, onChange }: { value: TestCard; onChange: (card: TestCard) => void }) {
  return (
    <div className="grid gap-2.5">
      <RadioList
        legend={t('buying.payment')}
        options={CARDS.map((card) => ({ ...card, icon: <CreditCard strokeWidth={1.75} /> }))}
        value={value}
        onChange={onChange}
        kind="list"
      />
      <p className="type-small text-ink-3">{t('buying.card.test')}</p>
    </div>
  )
}

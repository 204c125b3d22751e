import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import type { TestCard } from './api.ts'
import { TestCards } from './TestCards.tsx'

/** Payment method: the test provider's cards; a real provider's form is on a separate page (/pay). */
export function PaymentBox({ card, onCard }: { card: TestCard; onCard: (card: TestCard) => void }) {
  if (config.payments === 'test') return <TestCards value={card} onChange={onCard} />
  return (
    <>
      <h2 className="type-h3">{t('buying.payment')}</h2>
      <p className="mt-1.5 text-ink-2">{t('buying.paymentNext')}</p>
    </>
  )
}

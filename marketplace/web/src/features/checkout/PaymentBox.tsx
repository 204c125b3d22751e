import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import type { TestCard } from './api.ts'
import { TestCards } from './TestCards.tsx'

/** How it is paid: the test provider's cards here; a real provider's own form comes on a page of its own (/pay). */
export function PaymentBox({ card, onCard }: { card: TestCard; onCard: (card: TestCard) => void }) {
  if (config.payments === 'test') return <TestCards value={card} onChange={onCard} />
  return (
    <>
      <h2 className="type-h3">{t('buying.payment')}</h2>
      <p className="mt-1.5 text-ink-2">{t('buying.paymentNext')}</p>
    </>
  )
}

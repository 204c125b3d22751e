import { useEffect } from 'react'
import { paths } from '../../../contract/paths.ts'
import { CheckoutSkeleton } from '../features/checkout/CheckoutSkeleton.tsx'
import { PayOrder } from '../features/checkout/PayOrder.tsx'
import { isUuid } from '../features/listings/listing.ts'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { Navigate, useParams } from '../lib/router.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { CheckoutFrame } from './CheckoutPage.tsx'

/** /pay/<order>: pays an unpaid order. Only this page loads a payment provider's form. */
export function PayPage() {
  const { id = '' } = useParams()
  const isReady = useOwnDocument(config.payments === 'stripe')
  usePageTitle(t('buying.payment'))
  if (!isUuid(id)) return <Navigate to={paths.offers} replace />
  return (
    <CheckoutFrame title={t('buying.payment')} back={paths.order(id)}>
      {isReady ? <PayOrder orderId={id} /> : <CheckoutSkeleton />}
    </CheckoutFrame>
  )
}

/**
 * Only this page's document may load a provider's script (souk.ts), so entering and leaving it are full page loads.
 * @returns whether this page is in its own document
 */
function useOwnDocument(isNeeded: boolean): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  const isOwn = loaded !== undefined && new URL(loaded.name).pathname === window.location.pathname
  useEffect(() => {
    if (!isNeeded) return
    if (!isOwn) return window.location.reload()
    const { pathname } = window.location
    return () => {
      if (window.location.pathname !== pathname) window.location.reload()
    }
  }, [isNeeded, isOwn])
  return isOwn || !isNeeded
}

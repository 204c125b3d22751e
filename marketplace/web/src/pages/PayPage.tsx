import { paths } from '../../../contract/paths.ts'
import { PayOrder } from '../features/checkout/PayOrder.tsx'
import { isUuid } from '../features/listings/listing.ts'
import { t } from '../i18n/t.ts'
import { Navigate, useParams } from '../lib/router.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { CheckoutFrame } from './CheckoutPage.tsx'

/** /pay/<order>: paying an order that waits for its money. A payment provider's own form is loaded here only. */
export function PayPage() {
  const { id = '' } = useParams()
  usePageTitle(t('buying.payment'))
  if (!isUuid(id)) return <Navigate to={paths.offers} replace />
  return (
    <CheckoutFrame title={t('buying.payment')} back={paths.order(id)}>
      <PayOrder orderId={id} />
    </CheckoutFrame>
  )
}

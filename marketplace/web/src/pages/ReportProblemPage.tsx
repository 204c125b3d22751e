import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { isUuid } from '../features/listings/listing.ts'
import { orderQuery } from '../features/orders/queries.ts'
import { ReportForm } from '../features/orders/ReportForm.tsx'
import { roleOf } from '../features/orders/types.ts'
import { t } from '../i18n/t.ts'
import { firstNameOf } from '../lib/person-names.ts'
import { goBack, Navigate, navigate, useParams } from '../lib/router.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { NoOrder, OrderSkeleton } from './OrderPage.tsx'

/** /order/<id>/problem: the buyer reports a problem with an order. */
export function ReportProblemPage() {
  usePageTitle(t('orders.report'))
  const { id = '' } = useParams()
  const { user } = useAuth()
  const order = useQuery({ ...orderQuery(id), enabled: isUuid(id) })
  if (!user) return null // a guarded page
  if (!isUuid(id) || order.data === null) return <NoOrder />
  const back = paths.order(id)
  if (order.isLoadingError) {
    return (
      <main className="container-reading py-10">
        <LoadFailed as="h1" onRetry={() => void order.refetch()} />
      </main>
    )
  }
  if (!order.data) return <OrderSkeleton />
  const isReportable =
    roleOf(order.data, user.id) === 'buyer' && (order.data.state === 'shipped' || order.data.state === 'delivered')
  // Also after it was sent.
  if (!isReportable) return <Navigate to={back} replace />
  return (
    <>
      <header className="sticky top-(--banner) z-20 border-b border-line bg-paper md:hidden">
        <div className="container-page flex h-16 items-center gap-2">
          <IconButton icon={X} label={t('app.close')} className="-ms-3" onClick={() => goBack(back)} />
          <span className="type-h3">{t('orders.report')}</span>
        </div>
      </header>
      <main className="mx-auto w-full max-w-[44rem] px-4 pt-5 pb-14 md:px-6 md:pt-8">
        <h1 className="type-h1 mb-6 max-md:sr-only">{t('orders.report')}</h1>
        <ReportForm
          order={order.data}
          userId={user.id}
          otherName={firstNameOf(order.data.seller?.display_name ?? t('common.deletedAccount'))}
          onSent={() => navigate(back, { replace: true })}
        />
      </main>
    </>
  )
}

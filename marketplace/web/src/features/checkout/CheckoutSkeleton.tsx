import { t } from '../../i18n/t.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The checkout's geometry while its prices load. */
export function CheckoutSkeleton() {
  return (
    <div role="status" className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_400px]">
      <span className="sr-only">{t('app.loading')}</span>
      <div className="grid gap-5 max-lg:order-1">
        <Skeleton className="h-58 rounded-panel" />
        <Skeleton className="h-44 rounded-panel" />
        <Skeleton className="h-72 rounded-panel" />
      </div>
      <Skeleton className="h-24 rounded-panel lg:h-110" />
    </div>
  )
}

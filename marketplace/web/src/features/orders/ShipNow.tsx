import { useQuery } from '@tanstack/react-query'
import { Copy, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressLines } from '../../../../contract/orders/address.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { markShipped } from './api.ts'
import { DocumentButton } from './DocumentButton.tsx'
import { labelQuery } from './labels/api.ts'
import { BuyLabel, type Sender } from './labels/BuyLabel.tsx'
import { orderAddressQuery } from './queries.ts'
import { Marker } from './Timeline.tsx'
import { TrackingForm } from './TrackingForm.tsx'
import type { Order } from './types.ts'

/** The seller's steps for a paid order: pack, address, hand over. */
export function ShipNow({ order, sender }: { order: Order; sender: Sender }) {
  const label = useQuery({ ...labelQuery(order.id), enabled: config.labels })
  const parcel = label.data?.label ?? undefined
  return (
    <ol aria-label={t('orders.ship.steps')} className="panel divide-y divide-line px-5 md:px-6">
      <ShipStep number={1} title={t('orders.ship.pack')}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">{t('orders.ship.packHint')}</p>
          <DocumentButton path={`slip/${order.id}?as=pdf`} icon={Printer} label={t('orders.slip')} />
        </div>
      </ShipStep>
      <ShipStep number={2} title={t('orders.ship.label')}>
        {config.labels ? (
          <BuyLabel order={order} sender={sender}>
            <Label orderId={order.id} />
          </BuyLabel>
        ) : (
          <Label orderId={order.id} />
        )}
      </ShipStep>
      <ShipStep number={3} title={t('orders.ship.dropOff')} isNow>
        <p className="mb-3 text-ink-2">{t('orders.ship.dropOffHint')}</p>
        <TrackingForm
          key={parcel?.tracking ?? 'own'}
          parcel={parcel}
          isSecondary={config.labels && !parcel}
          send={(carrier, tracking) => markShipped(order.id, carrier, tracking)}
          button={t('orders.ship.markShipped')}
          done={t('orders.ship.isMarked')}
        />
      </ShipStep>
    </ol>
  )
}

interface ShipStepProps {
  number: number
  title: string
  isNow?: boolean
  children: ReactNode
}

function ShipStep({ number, title, isNow = false, children }: ShipStepProps) {
  return (
    <li className="flex gap-4 py-5">
      <Marker is={isNow ? 'now' : 'next'} number={number} />
      <div className="min-w-0 flex-1">
        <h2 className="type-h3 mb-1">{title}</h2>
        {children}
      </div>
    </li>
  )
}

function Label({ orderId }: { orderId: string }) {
  const address = useQuery(orderAddressQuery(orderId))
  if (address.isPending) return <Skeleton className="h-24 rounded-control" />
  if (address.isError) return <LoadFailed onRetry={() => void address.refetch()} />
  if (!address.data) return <p className="text-ink-2">{t('orders.ship.noAddress')}</p>
  const lines = addressLines(address.data)
  const copy = () =>
    navigator.clipboard
      .writeText([...lines, address.data?.country].join('\n'))
      .then(() => toast({ title: t('common.copied') }))
      .catch(() => undefined)
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <address className="min-w-0 not-italic">
        {lines.map((line, at) => (
          <span key={line} className={`block wrap-anywhere ${at === 0 ? 'font-semibold' : 'text-ink-2'}`}>
            {line}
          </span>
        ))}
        {address.data.phone ? <span className="tnum block text-ink-2">{address.data.phone}</span> : null}
      </address>
      <Button variant="secondary" size="s" onClick={() => void copy()}>
        <Copy aria-hidden="true" strokeWidth={1.75} className="size-4" />
        {t('common.copy')}
      </Button>
    </div>
  )
}

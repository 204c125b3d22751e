import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer, QrCode } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { PARCEL_LIMITS, PARCEL_SIZES, type ParcelSize } from '../../../../../contract/orders/parcel-sizes.ts'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { keys } from '../../../lib/data/query-keys.ts'
import { Button } from '../../../ui/Button.tsx'
import { buttonClass } from '../../../ui/button-class.ts'
import { exactMoney } from '../../../ui/exact-money.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { RadioList } from '../../../ui/RadioList.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { Order } from '../types.ts'
import { buyLabel, labelQuery, type ParcelLabel, type Rate, readRates } from './api.ts'

interface Chosen {
  /** @returns the id of an address of the seller; undefined when something in it is wrong */
  choose(): Promise<string | undefined>
}

/** The seller's address book, from the page. */
export type Sender = (ref: RefObject<Chosen | null>) => ReactNode

const SIZE: Readonly<Record<ParcelSize, string>> = {
  small: t('orders.labels.small'),
  medium: t('orders.labels.medium'),
  large: t('orders.labels.large'),
}

/** A carrier's label for the parcel of a paid order. `children` is for those who bring their own. */
export function BuyLabel({ order, sender, children }: { order: Order; sender: Sender; children: ReactNode }) {
  const known = useQuery(labelQuery(order.id))
  if (known.isPending) return <Skeleton className="h-24 rounded-control" />
  if (known.isError) return <LoadFailed onRetry={() => void known.refetch()} />
  if (known.data.label) return <Bought label={known.data.label} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Offers order={order} sender={sender} />
      <details>
        <summary className="cursor-pointer text-brand">{t('orders.labels.own')}</summary>
        <div className="mt-3">{children}</div>
      </details>
    </div>
  )
}

function Bought({ label }: { label: ParcelLabel }) {
  return (
    <div className="grid gap-3">
      <p className="tnum wrap-anywhere text-ink-2">
        {label.carrier} {label.tracking}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <a href={label.label_url} target="_blank" rel="noreferrer" className={buttonClass('primary', 's')}>
          <Printer aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
          {t('orders.labels.print')}
        </a>
        {label.qr_url ? (
          <a href={label.qr_url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 's')}>
            <QrCode aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
            {t('orders.labels.code')}
          </a>
        ) : null}
      </div>
    </div>
  )
}

function useBought(orderId: string) {
  const queries = useQueryClient()
  return (label: ParcelLabel) => {
    queries.setQueryData(labelQuery(orderId).queryKey, (known) => ({ ...known, label }))
    void queries.invalidateQueries({ queryKey: keys.orders('one', orderId) })
  }
}

function Offers({ order, sender }: { order: Order; sender: Sender }) {
  const address = useRef<Chosen>(null)
  const [size, setSize] = useState<ParcelSize>('small')
  const keep = useBought(order.id)
  const asking = useMutation({
    mutationFn: async () => {
      const from = await address.current?.choose()
      return from === undefined ? null : readRates(order.id, size, from)
    },
    onSuccess: (answer) => {
      if (answer?.label) keep(answer.label)
    },
  })
  const rates = asking.data?.rates
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {sender(address)}
      <RadioList
        legend={t('orders.labels.size')}
        kind="list"
        options={PARCEL_SIZES.map((value) => ({
          value,
          label: SIZE[value],
          line: t('orders.labels.upTo', { kg: PARCEL_LIMITS[value].kg, size: PARCEL_LIMITS[value].cm.join(' × ') }),
        }))}
        value={size}
        onChange={(value) => {
          setSize(value)
          asking.reset()
        }}
      />
      {asking.isError ? (
        <p role="alert" className="type-small text-danger-ink">
          {sentenceOf(asking.error)}
        </p>
      ) : null}
      {rates && rates.length === 0 ? <p role="status">{t('orders.labels.none')}</p> : null}
      {rates && rates.length > 0 ? (
        <Rates order={order} rates={rates} onBought={keep} />
      ) : (
        <Button loading={asking.isPending} onClick={() => asking.mutate()}>
          {t('orders.labels.prices')}
        </Button>
      )}
    </div>
  )
}

interface RatesProps {
  order: Order
  rates: readonly Rate[]
  onBought: (label: ParcelLabel) => void
}

function Rates({ order, rates, onBought }: RatesProps) {
  const [chosenId, setChosenId] = useState(rates[0]?.id ?? '')
  const chosen = rates.find(({ id }) => id === chosenId)
  const buying = useMutation({
    mutationFn: () => buyLabel(order.id, chosenId),
    onSuccess: ({ label }) => onBought(label),
  })
  const price = (rate: Rate | undefined) => exactMoney(rate?.price_minor ?? 0, order.currency)
  return (
    <>
      <RadioList
        legend={t('orders.carrier')}
        kind="list"
        options={rates.map((rate) => ({
          value: rate.id,
          label: `${rate.carrier} ${rate.service}`,
          line: rate.days === null ? null : t('orders.labels.days', { days: rate.days }),
          aside: <span className="tnum">{price(rate)}</span>,
        }))}
        value={chosenId}
        onChange={setChosenId}
      />
      {buying.isError ? (
        <p role="alert" className="type-small text-danger-ink">
          {sentenceOf(buying.error)}
        </p>
      ) : null}
      <Button loading={buying.isPending} onClick={() => buying.mutate()}>
        {t('orders.labels.buy', { amount: price(chosen) })}
      </Button>
      <p className="type-small text-ink-3">{t('orders.labels.buyHint')}</p>
    </>
  )
}

/** A label for the way back; the buyer needs no address of the seller. */
export function ReturnLabel({ orderId }: { orderId: string }) {
  const known = useQuery(labelQuery(orderId))
  const keep = useBought(orderId)
  const buying = useMutation({
    mutationFn: () => buyLabel(orderId, 'cheapest'),
    onSuccess: ({ label }) => keep(label),
  })
  if (known.data?.label) return <Bought label={known.data.label} />
  return (
    <div className="grid gap-2">
      <Button variant="secondary" loading={buying.isPending} onClick={() => buying.mutate()}>
        {t('orders.labels.return')}
      </Button>
      <p className="type-small text-ink-3">{t('orders.labels.returnHint')}</p>
      {buying.isError ? (
        <p role="alert" className="type-small text-danger-ink">
          {sentenceOf(buying.error)}
        </p>
      ) : null}
    </div>
  )
}

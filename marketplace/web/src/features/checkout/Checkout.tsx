import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { OrderDelivery } from '../../../../contract/orders/fee.ts'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { orderTermsQuery } from '../../lib/order-terms.ts'
import { exactMoney } from '../../ui/exact-money.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Note } from '../../ui/Note.tsx'
import { type AddressChoice, AddressSection } from './AddressSection.tsx'
import { type Purchase, type Quote, startOrder, type TestCard } from './api.ts'
import { ChallengeDialog } from './ChallengeDialog.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { DeliveryChoice } from './DeliveryChoice.tsx'
import { CheckoutItems } from './Items.tsx'
import { PaymentBox } from './PaymentBox.tsx'
import { addressesQuery, quoteQuery } from './queries.ts'
import { PayBar, PayButton, Summary } from './Summary.tsx'
import { usePayment } from './use-payment.ts'

export interface CheckoutProps {
  purchase: Purchase
  userId: string
  /** Sets the quantity of an item. */
  onCount: (listingId: string, count: number) => void
  /** Replaces the form if the items cannot be bought. */
  refused: (sentence: string) => ReactNode
  seller: ReactNode
  sellerName: string
}

/** The checkout on one page: delivery, address, payment, sums. */
export function Checkout(props: CheckoutProps) {
  const quote = useQuery(quoteQuery(props.purchase))
  // Both push down what is below: the first address is typed into a form, the terms take a line or two.
  const addresses = useQuery(addressesQuery(props.userId))
  const terms = useQuery(orderTermsQuery)
  if (quote.isPending || addresses.isPending || terms.isPending) return <CheckoutSkeleton />
  if (quote.isError && !quote.data) {
    const isOffline = 'isOffline' in quote.error && quote.error.isOffline === true
    return isOffline ? <LoadFailed onRetry={() => void quote.refetch()} /> : props.refused(sentenceOf(quote.error))
  }
  return <Form {...props} quote={quote.data} />
}

function Form({ purchase, userId, onCount, seller, sellerName, quote }: CheckoutProps & { quote: Quote }) {
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<OrderDelivery>('ship')
  const [card, setCard] = useState<TestCard>('ok')
  const [problem, setProblem] = useState<string | null>(null)
  const [isStarting, setStarting] = useState(false)
  const address = useRef<AddressChoice>(null)
  const payment = usePayment()
  const delivery: OrderDelivery = quote[wanted] ? wanted : quote.ship ? 'ship' : 'meet'
  const price = quote[delivery]
  if (!price) return null // an ad offers at least one

  const buy = async () => {
    setProblem(null)
    setStarting(true)
    try {
      const addressId = delivery === 'ship' ? await address.current?.choose() : null
      if (addressId === undefined) return
      const order = await startOrder(purchase, delivery, addressId, price.total_minor)
      // Its failures are shown from the mutation.
      await payment.payAsync({ orderId: order.order_id, card }).catch(() => undefined)
    } catch (error) {
      setProblem(sentenceOf(error))
      // The price may have changed, or another buyer was faster.
      void queries.invalidateQueries({ queryKey: ['quote'] })
    } finally {
      setStarting(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isStarting && !payment.isPaying) void buy()
  }
  const pay = (
    <PayButton totalMinor={price.total_minor} currency={quote.currency} isPaying={isStarting || payment.isPaying} />
  )
  const failure = <Failure problem={problem} payment={payment} />
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-y-5"
    >
      <div className="lg:hidden">
        <CheckoutItems quote={quote} seller={seller} onCount={onCount} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-7 lg:gap-5">
        <Section>
          <DeliveryChoice quote={quote} value={delivery} onChange={setWanted} />
        </Section>
        {delivery === 'ship' ? (
          <Section>
            <AddressSection
              ref={address}
              userId={userId}
              title={t('buying.address')}
              hint={t('buying.addressHint', { name: sellerName })}
              country={quote.items[0]?.country ?? null}
            />
          </Section>
        ) : null}
        <Section>
          <PaymentBox card={card} onCard={setCard} />
        </Section>
      </div>
      <div className="lg:panel lg:sticky lg:top-6 lg:grid lg:gap-5 lg:p-6">
        <div className="max-lg:hidden">
          <CheckoutItems quote={quote} seller={seller} onCount={onCount} />
        </div>
        <Summary quote={quote} price={price} delivery={delivery} sellerName={sellerName} pay={pay} failure={failure} />
      </div>
      <PayBar>
        <div className="lg:hidden">{failure}</div>
        {pay}
      </PayBar>
      {payment.challenged ? (
        <ChallengeDialog
          amount={exactMoney(price.total_minor, quote.currency)}
          isConfirming={payment.isPaying}
          onConfirm={() => payment.pay({ orderId: payment.challenged ?? '', card })}
          onClose={payment.dropChallenge}
        />
      ) : null}
    </form>
  )
}

export function Failure({ problem, payment }: { problem: string | null; payment: ReturnType<typeof usePayment> }) {
  if (payment.isDeclined && problem === null) {
    return (
      <Note tone="danger" icon={CircleAlert} role="alert" className="mb-3 lg:mb-0">
        <strong className="font-semibold">{t('buying.declined')}</strong> {t('buying.declinedHint')}
      </Note>
    )
  }
  const sentence = problem ?? (payment.error ? sentenceOf(payment.error) : null)
  if (sentence === null) return null
  return (
    <Note tone="danger" icon={CircleAlert} role="alert" className="mb-3 lg:mb-0">
      {sentence}
    </Note>
  )
}

/** A panel; on phones only a heading with spacing. */
export function Section({ children }: { children: ReactNode }) {
  return <div className="lg:panel lg:p-6">{children}</div>
}

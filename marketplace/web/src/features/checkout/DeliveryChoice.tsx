import { useQuery } from '@tanstack/react-query'
import { Handshake, Truck } from 'lucide-react'
import type { OrderDelivery } from '../../../../contract/orders/fee.ts'
import { t } from '../../i18n/t.ts'
import { orderTermsQuery } from '../../lib/order-terms.ts'
import { exactMoney } from '../../ui/exact-money.ts'
import { RadioList } from '../../ui/RadioList.tsx'
import type { Quote } from './api.ts'

interface DeliveryChoiceProps {
  quote: Quote
  value: OrderDelivery
  onChange: (delivery: OrderDelivery) => void
}

/** Shipping or a meet-up, with prices; options that the seller does not offer are omitted. */
export function DeliveryChoice({ quote, value, onChange }: DeliveryChoiceProps) {
  const { data: terms } = useQuery(orderTermsQuery)
  const [first] = quote.items
  const place = first?.area || first?.city
  const ship = quote.ship && {
    value: 'ship' as const,
    label: t('buying.shipHome'),
    line: terms ? t('buying.shipHomeHint', { days: terms.ship_within_working_days }) : '\u00a0',
    icon: <Truck strokeWidth={1.75} />,
    aside: exactMoney(quote.ship.shipping_minor, quote.currency),
  }
  const meet = quote.meet && {
    value: 'meet' as const,
    label: t('common.meetUp'),
    line: place ? t('buying.meetHint', { place }) : t('buying.meetHintNowhere'),
    icon: <Handshake strokeWidth={1.75} />,
    aside: t('buying.noCharge'),
  }
  return (
    <RadioList
      legend={t('buying.delivery')}
      options={[ship, meet].filter((way) => way !== null)}
      value={value}
      onChange={onChange}
    />
  )
}

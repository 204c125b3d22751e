import { varietyOf } from '../../../../contract/languages.ts'
import { minorPerUnit } from '../../../../contract/money/money.ts'
import type { BuyerFee, OrderDelivery } from '../../../../contract/orders/fee.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { config } from '../../lib/config.ts'
import { exactMoney } from '../../ui/exact-money.ts'

/** "5% + €0.70"; omits a zero part. */
export function feeFormula(delivery: OrderDelivery, fee: BuyerFee): string {
  const { fixed, percent } = fee[delivery]
  const share = new Intl.NumberFormat(varietyOf(currentLanguage()), { style: 'percent', maximumFractionDigits: 2 })
  const fixedMinor = Math.round(fixed * minorPerUnit(config.currency))
  return [
    percent > 0 ? share.format(percent / 100) : null,
    fixedMinor > 0 || percent === 0 ? exactMoney(fixedMinor, config.currency) : null,
  ]
    .filter((part) => part !== null)
    .join(' + ')
}

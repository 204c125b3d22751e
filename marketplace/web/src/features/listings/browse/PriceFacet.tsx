import { wholeUnits } from '../../../../../contract/money/money.ts'
import { readPrice } from '../../../../../contract/search/read-search.ts'
import { priceText } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { currencySign, formatMoney } from '../../../ui/format.ts'
import type { PriceFacts } from '../listing.ts'
import { type Measure, RangeFacet } from './RangeFacet.tsx'

interface PriceFacetProps {
  facts: PriceFacts | null
  min: number | null
  max: number | null
  onChange: (range: { priceMin: number | null; priceMax: number | null }) => void
}

const PRICE: Measure = {
  name: t('browse.price'),
  isPrice: true,
  sign: currencySign(),
  say: (minor) => formatMoney(minor),
  write: priceText,
  read: readPrice,
  round: (minor) => wholeUnits(minor),
  problem: t('browse.enterPrices'),
}

/** The price distribution, and the price range filter. */
export function PriceFacet({ facts, min, max, onChange }: PriceFacetProps) {
  return (
    <RangeFacet
      measure={PRICE}
      facts={facts}
      ends={{ min, max }}
      onChange={(ends) => onChange({ priceMin: ends.min, priceMax: ends.max })}
    />
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { formatMoney } from '../../ui/format.ts'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { setOfferFloor } from './api.ts'

const SHARES = [100, 90, 80, 70, 60, 50, 25, 0] as const

interface FloorSettingProps {
  listing: {
    id: string
    type: string
    state: string
    price_minor: number | null
    currency: string
    offer_floor_pct: number
  }
}

/** The minimum offer, set on the user's own ad. Renders nothing for an ad without a price. */
export function FloorSetting({ listing }: FloorSettingProps) {
  const id = useId()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (percent: number) => setOfferFloor(listing.id, percent),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.listing(listing.id) }),
    onError: (error) => void toast({ tone: 'error', title: t('common.notChanged'), description: sentenceOf(error) }),
  })
  const { price_minor: price, offer_floor_pct: current, state } = listing
  if (!price || listing.type === 'wanted' || !['active', 'reserved', 'paused'].includes(state)) return null
  const shares = SHARES.some((share) => share === current) ? SHARES : [current, ...SHARES].sort((a, b) => b - a)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-t border-line pt-3">
      <label htmlFor={id} className="text-[14px]/5 font-semibold">
        {t('offers.floor.label')}
      </label>
      <Select
        id={id}
        size="s"
        value={save.isPending ? save.variables : current}
        onChange={(event) => save.mutate(Number(event.target.value))}
      >
        {shares.map((share) => (
          <option key={share} value={share}>
            {shareText(share, price, listing.currency)}
          </option>
        ))}
      </Select>
    </div>
  )
}

function shareText(share: number, price: number, currency: string): string {
  if (share === 0) return t('offers.anyAmount')
  if (share === 100) return t('offers.floor.fullPrice', { amount: formatMoney(price, currency) })
  return `${formatMoney(Math.ceil((price * share) / 100), currency)}, ${share}%`
}

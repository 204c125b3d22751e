import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Lock, ShieldCheck, Undo2 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { orderTermsQuery } from '../../lib/order-terms.ts'
import { firstNameOf } from '../../lib/person-names.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { PopoverSheet } from '../../ui/PopoverSheet.tsx'
import { PHONES } from '../../ui/phones.ts'
import { type BuyableAd, usualFeeMinor } from './buyable.ts'
import { feeFormula } from './fee-formula.ts'

interface ProtectionInfoProps {
  ad: BuyableAd
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** What buyer protection does and costs: a popover, on phones a sheet. */
export function ProtectionInfo({ ad, button, onClose }: ProtectionInfoProps) {
  const terms = useQuery(orderTermsQuery)
  const isPhone = window.matchMedia(PHONES).matches
  const isShipped = ad.delivery !== 'pickup'
  const days = Math.round((terms.data?.check_within_hours ?? 72) / 24)
  const name = firstNameOf(ad.seller.display_name)
  const fee = usualFeeMinor(ad)
  return (
    <PopoverSheet
      title={t('buying.protection')}
      button={button}
      align="start"
      onClose={onClose}
      footer={
        <Button size="lg" className="flex-1" onClick={onClose}>
          {t('buying.gotIt')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {isPhone ? null : (
          <h2 className="type-h3 flex items-center gap-2.5">
            <ShieldCheck aria-hidden="true" strokeWidth={1.75} className="size-5 text-brand" />
            {t('buying.protection')}
          </h2>
        )}
        <ul className="grid gap-4">
          <Point icon={<Lock strokeWidth={1.75} />} title={t('buying.weHold')}>
            {isShipped ? t('buying.weHoldShip', { name }) : t('buying.weHoldMeet', { name })}
          </Point>
          {isShipped ? (
            <Point icon={<CalendarClock strokeWidth={1.75} />} title={t('buying.youHaveDays', { days })}>
              {t('buying.youHaveDaysHint', { days })}
            </Point>
          ) : null}
          <Point icon={<Undo2 strokeWidth={1.75} />} title={t('buying.moneyBack')}>
            {isShipped ? t('buying.moneyBackShip') : t('buying.moneyBackMeet')}
          </Point>
        </ul>
        <dl className="tnum grid gap-2 rounded-control bg-sunken px-4 py-3">
          <Sum name={t('common.item')}>{exactMoney(ad.price_minor, ad.currency)}</Sum>
          <Sum name={t('buying.protectionOf', { formula: feeFormula(isShipped ? 'ship' : 'meet', config.buyerFee) })}>
            {exactMoney(fee, ad.currency)}
          </Sum>
          <Sum name={t('buying.beforeDelivery')} isTotal>
            {exactMoney(ad.price_minor + fee, ad.currency)}
          </Sum>
        </dl>
        <Link
          to={paths.helpArticle('buyer-protection')}
          className="type-small w-fit font-semibold text-brand underline"
        >
          {t('buying.readMore')}
        </Link>
      </div>
    </PopoverSheet>
  )
}

function Point({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className="mt-0.5 text-ink-2 [&>svg]:size-5">
        {icon}
      </span>
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="block text-ink-2">{children}</span>
      </span>
    </li>
  )
}

function Sum({ name, isTotal = false, children }: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className={`flex justify-between gap-4 ${isTotal ? 'border-t border-line pt-2 font-semibold' : 'text-ink-2'}`}>
      <dt>{name}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  )
}

import { BadgeCheck, Building2, IdCard, type LucideIcon, Mail, Phone } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import type { Seller } from '../listing.ts'

/** What each verification means to a buyer. */
const CHECKS: readonly { key: keyof Seller; icon: LucideIcon; title: string; line: string }[] = [
  {
    key: 'business_verified',
    icon: Building2,
    title: t('ads.business'),
    line: t('seller.check.register'),
  },
  { key: 'id_verified', icon: IdCard, title: t('seller.identity'), line: t('seller.check.identity') },
  { key: 'phone_verified', icon: Phone, title: t('common.phone'), line: t('seller.check.phone') },
  { key: 'email_verified', icon: Mail, title: t('common.emailShort'), line: t('seller.check.email') },
]

/** The seller's verifications, with explanations. Renders nothing without any. */
export function Checks({ seller }: { seller: Seller }) {
  const passed = CHECKS.filter(({ key }) => seller[key] === true)
  if (passed.length === 0) return null
  return (
    <details className="group">
      <summary className="hit-44 type-small inline-flex cursor-pointer list-none items-center gap-1.5 rounded-badge font-semibold text-brand [&::-webkit-details-marker]:hidden">
        <BadgeCheck aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
        {t('seller.check.passed', { count: passed.length })}
      </summary>
      <ul className="mt-2 grid gap-1.5">
        {passed.map(({ key, icon: Icon, title, line }) => (
          <li key={key} className="type-small grid grid-cols-[20px_minmax(0,1fr)] gap-2">
            <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4" />
            <span>
              <strong className="font-semibold">{title}.</strong> {line}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

import { ChevronRight } from 'lucide-react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import type { Seller } from '../listing.ts'
import { Rating, VerifiedMark } from '../seller/SellerFacts.tsx'

/** The seller. The whole row links to their page, which has all other details. */
export function SellerRow({ seller, className }: { seller: Seller; className?: string }) {
  return (
    <section aria-label={t('common.seller')} className={className}>
      <Link
        to={paths.seller(seller.id)}
        className="group -mx-2 flex items-center gap-3 rounded-control px-2 py-4 transition-colors hover:bg-sunken"
      >
        <Avatar name={seller.display_name} path={seller.avatar_path} size={52} />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="flex items-center gap-1.5 font-semibold">
            <span className="truncate">{seller.display_name}</span>
            <VerifiedMark seller={seller} />
          </span>
          <Rating seller={seller} soldToo />
        </span>
        <ChevronRight aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-3" />
      </Link>
    </section>
  )
}

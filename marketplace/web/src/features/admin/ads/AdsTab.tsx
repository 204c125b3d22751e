import { SearchX } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { formatPrice, formatTimeAgo } from '../../../ui/format.ts'
import { Photo } from '../../../ui/Photo.tsx'
import { FindTab } from '../FindTab.tsx'
import { AdPage } from './AdPage.tsx'
import { AdStateBadge } from './AdStateBadge.tsx'
import { type FoundAd, findAds } from './api.ts'

/** /admin/ads: search by title, number or link (`?q=`); full history of one ad (`?ad=`). */
export function AdsTab() {
  return (
    <FindTab
      kind="ad"
      title={t('admin.ads')}
      intro={t('admin.ads.searchHint')}
      label={t('admin.ads.searchLabel')}
      listLabel={t('common.adsFound')}
      find={findAds}
      nothing={{
        icon: <SearchX aria-hidden="true" strokeWidth={1.75} />,
        title: (q) => (q ? t('admin.ads.noneFound', { query: q }) : t('admin.ads.none')),
        line: t('admin.ads.noneFoundHint'),
      }}
      row={(ad, open) => <Found key={ad.id} ad={ad} onOpen={open} />}
      page={(id, back) => <AdPage key={id} listing={id} onBack={back} />}
    />
  )
}

function Found({ ad, onOpen }: { ad: FoundAd; onOpen: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <Photo path={ad.cover_path} alt="" sizes="48px" className="w-12 shrink-0 rounded-control" />
      <div className="min-w-0 flex-1 basis-40">
        <button
          type="button"
          onClick={onOpen}
          className="hit-44 text-start font-semibold [overflow-wrap:anywhere] hover:text-brand hover:underline"
        >
          {ad.title || t('admin.untitled')}
        </button>
        <p className="type-small tnum text-ink-2">
          {[
            t('admin.ads.adNumber', { number: String(ad.ad_no) }),
            formatPrice(ad.price_minor, ad.currency),
            ad.seller?.display_name ?? t('admin.ads.nobody'),
            formatTimeAgo(ad.updated_at),
          ].join(', ')}
        </p>
      </div>
      {ad.reports > 0 ? <Badge tone="offer">{t('admin.reports', { count: ad.reports })}</Badge> : null}
      <AdStateBadge state={ad.state} />
    </li>
  )
}

import { SearchX } from 'lucide-react'
import { Badge } from '../../../ui/Badge.tsx'
import { formatPrice, formatTimeAgo, plural } from '../../../ui/format.ts'
import { Photo } from '../../../ui/Photo.tsx'
import { FindTab } from '../FindTab.tsx'
import { AdPage } from './AdPage.tsx'
import { type FoundAd, findAds } from './api.ts'

/** /admin/ads: an ad by title, number or link (`?q=`), and its whole history (`?ad=`). */
export function AdsTab() {
  return (
    <FindTab
      kind="ad"
      title="Ads"
      intro="Find an ad by words of its title, its number or a link to it, whatever its state. Drafts belong to their writers alone."
      label="Title, number or link"
      what="the ads"
      listLabel="Ads found"
      find={findAds}
      nothing={{
        icon: <SearchX aria-hidden="true" strokeWidth={1.75} />,
        title: (q) => `No ad for “${q}”`,
        line: 'Try one word of the title, or the number under the ad.',
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
      <div className="min-w-0 flex-1 basis-56">
        <button
          type="button"
          onClick={onOpen}
          className="hit-44 text-start font-semibold [overflow-wrap:anywhere] hover:text-brand hover:underline"
        >
          {ad.title || 'Untitled'}
        </button>
        <p className="type-small tnum text-ink-2">
          No. {ad.ad_no}, {formatPrice(ad.price_minor, ad.currency)}, {ad.seller?.display_name ?? 'nobody'},{' '}
          {formatTimeAgo(ad.updated_at)}
        </p>
      </div>
      {ad.reports > 0 ? <Badge tone="offer">{plural(ad.reports, 'report')}</Badge> : null}
      <Badge tone={ad.state === 'active' ? 'success' : 'neutral'}>{ad.state.replace('_', ' ')}</Badge>
    </li>
  )
}

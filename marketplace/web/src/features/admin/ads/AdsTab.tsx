import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Badge } from '../../../ui/Badge.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatPrice, formatTimeAgo, plural } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Photo } from '../../../ui/Photo.tsx'
import { SearchForm } from '../SearchForm.tsx'
import { AdPage } from './AdPage.tsx'
import { type FoundAd, findAds } from './api.ts'

/** /admin/ads: an ad by title, number or link (`?q=`), and its whole history (`?ad=`). */
export function AdsTab() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const ad = search.get('ad')
  const found = useQuery({
    queryKey: ['admin', 'ads', q],
    queryFn: () => findAds(q),
    enabled: q.length >= 2 && ad === null,
    staleTime: 0,
  })
  if (ad) return <AdPage key={ad} listing={ad} onBack={() => setSearch(q ? { q } : {})} />
  return (
    <>
      <h1 className="type-h1">Ads</h1>
      <p className="mt-1 mb-5 max-w-2xl text-ink-2">
        Find an ad by words of its title, its number or a link to it, whatever its state. Drafts belong to their writers
        alone.
      </p>
      <SearchForm
        key={q}
        label="Title, number or link"
        value={q}
        onSearch={(asked) => setSearch(asked ? { q: asked } : {})}
      />
      {found.isError ? (
        <div className="panel mt-5 p-6">
          <LoadFailed what="the ads" onRetry={() => void found.refetch()} />
        </div>
      ) : null}
      <div role="status" className="mt-5">
        {found.data?.length === 0 ? (
          <div className="panel p-8">
            <EmptyState
              icon={<SearchX aria-hidden="true" strokeWidth={1.75} />}
              title={`No ad for “${q}”`}
              line="Try one word of the title, or the number under the ad."
            />
          </div>
        ) : null}
        {found.data && found.data.length > 0 ? (
          <ul aria-label="Ads found" className="panel divide-y divide-line px-4 md:px-5">
            {found.data.map((one) => (
              <Found key={one.id} ad={one} onOpen={() => setSearch(q ? { q, ad: one.id } : { ad: one.id })} />
            ))}
          </ul>
        ) : null}
      </div>
    </>
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

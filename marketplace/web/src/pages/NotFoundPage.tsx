import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../contract/paths.ts'
import { ListingGrid, ListingGridSkeleton } from '../features/listings/ListingGrid.tsx'
import { freshListingsQuery } from '../features/listings/queries.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { Link, useLocation } from '../lib/router.tsx'
import { ArchImage } from '../ui/ArchImage.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { useDelayed } from '../ui/Skeleton.tsx'

const SUGGESTIONS = 5

/** Not-found page. The server sends it with status 404. */
export function NotFoundPage() {
  usePageTitle(t('common.notFound'))
  const { pathname } = useLocation()
  const { data, isPending } = useQuery(freshListingsQuery(null, null))
  const waiting = useDelayed(isPending)
  const items = data?.items.filter(({ state }) => state === 'active').slice(0, SUGGESTIONS) ?? []
  return (
    <main className="container-reading pt-10 md:pt-16">
      <div className="grid items-center gap-12 md:grid-cols-[1fr_minmax(0,520px)]">
        <div>
          <h1 className="type-display [--display-size:64px]">{t('common.pageNotFound')}</h1>
          <p className="mt-5 max-w-md text-[17px]/7 text-ink-2">{t('common.pageNotFoundHint')}</p>
          <div className="mt-7 flex flex-wrap gap-3">
            <LinkButton to={paths.browse} size="lg">
              {t('common.browseEverything')}
            </LinkButton>
            <LinkButton to={paths.home} size="lg" variant="secondary">
              {t('app.goHome')}
            </LinkButton>
          </div>
          <p className="type-small mt-5 text-ink-3">
            <Trans
              id="common.notFoundTellUs"
              values={{ pathname }}
              components={{
                0: <span className="break-all" />,
                1: <Link to={paths.contact} className="font-semibold text-brand" />,
              }}
            />
          </p>
        </div>
        <Arcade />
      </div>
      {waiting || items.length > 0 ? (
        <section aria-labelledby="suggestions" className="mt-14">
          <h2 id="suggestions" className="type-h2 mb-5">
            {t('common.whileYouAreHere')}
          </h2>
          {items.length > 0 ? (
            <ListingGrid kind="wide" label={t('common.whileYouAreHere')} items={items} />
          ) : (
            <ListingGridSkeleton kind="wide" count={SUGGESTIONS} />
          )}
        </section>
      ) : null}
    </main>
  )
}

/** Two open stalls with the outline of a missing one between them. */
function Arcade() {
  return (
    <div aria-hidden="true" className="flex items-end justify-between gap-[3%] border-b border-ink max-md:order-first">
      <ArchImage name="arch-low" ratio={0.535} flat className="w-[29%]" />
      <div className="relative w-[36%]">
        <svg aria-hidden="true" viewBox="0 0 188 384" className="block w-full" fill="none">
          <path d="M1 384V94a93 93 0 0 1 186 0v290" stroke="var(--ink-3)" strokeWidth="1.5" strokeDasharray="6 6" />
        </svg>
        <span className="absolute bottom-0 left-1/2 h-11 w-[3px] -translate-x-1/2 bg-ink" />
        <span className="absolute bottom-10 left-1/2 -translate-x-1/2 -rotate-6">
          <svg aria-hidden="true" viewBox="0 0 104 62" className="w-[104px]">
            <path d="M14 2h76l12 12v38a8 8 0 0 1-8 8H10a8 8 0 0 1-8-8V14Z" fill="var(--saffron)" />
            <circle cx="52" cy="13" r="5" fill="var(--paper)" />
          </svg>
          <span className="absolute inset-x-0 bottom-2 text-center font-display text-[24px]/8 font-[640] tracking-[-0.02em] text-on-saffron">
            {t('common.gone')}
          </span>
        </span>
      </div>
      <ArchImage name="arch-middle" ratio={0.468} flat className="w-[29%]" />
    </div>
  )
}

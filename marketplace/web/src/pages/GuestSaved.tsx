import { useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { paths } from '../../../contract/paths.ts'
import { rememberDestination } from '../features/auth/return-to.ts'
import { guestFavorites } from '../features/listings/favorites.ts'
import { ListingGrid, ListingGridSkeleton } from '../features/listings/ListingGrid.tsx'
import { listingsByIdQuery } from '../features/listings/queries.ts'
import { t } from '../i18n/t.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'

/** Size of one search page. */
const SHOWN = 48

/** The ads that a visitor saved in this browser, newest first. */
export function GuestSaved() {
  const hearts = useSyncExternalStore(guestFavorites.subscribe, guestFavorites.read, guestFavorites.onServer)
  // Ads unsaved here stay until the page is left, so that a mistake can be undone.
  const [ids] = useState(() => hearts.slice(0, SHOWN).map(({ id }) => id))
  const found = useQuery(listingsByIdQuery(ids))
  return (
    <main className="container-page py-5 md:py-7">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="type-h1">{t('shell.saved')}</h1>
          {ids.length > 0 ? <p className="mt-1 text-ink-2">{t('saved.guestHint')}</p> : null}
        </div>
        {ids.length > 0 ? (
          <LinkButton to={paths.auth} variant="secondary" onClick={() => rememberDestination(paths.saved)}>
            {t('shell.signIn')}
          </LinkButton>
        ) : null}
      </div>
      {ids.length === 0 ? (
        <EmptyState
          className="mt-8"
          tone="clay"
          icon={<Heart aria-hidden="true" strokeWidth={1.75} />}
          title={t('saved.nothingSavedYet')}
          line={t('saved.guestEmpty')}
          action={<LinkButton to={paths.browse}>{t('common.browseNearby')}</LinkButton>}
        />
      ) : found.isPending ? (
        <ListingGridSkeleton count={Math.min(ids.length, 10)} kind="wide" />
      ) : found.isLoadingError ? (
        <LoadFailed onRetry={() => void found.refetch()} />
      ) : (
        <ListingGrid items={newestFirst(found.data, ids)} kind="wide" label={t('shell.saved')} eager={4} />
      )}
    </main>
  )
}

function newestFirst<T extends { id: string }>(items: readonly T[], ids: readonly string[]): T[] {
  return ids.flatMap((id) => items.find((item) => item.id === id) ?? [])
}

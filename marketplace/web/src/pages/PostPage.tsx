import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { paths } from '../../../contract/paths.ts'
import { readPlace, type TypedPlace } from '../../../contract/places/places.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { RequireAuth } from '../features/auth/RequireAuth.tsx'
import { rememberDestination } from '../features/auth/return-to.ts'
import { useChosenPlace } from '../features/listings/chosen-place.ts'
import { forgetDraft } from '../features/post/kept.ts'
import { EMPTY_FORM } from '../features/post/listing-form.ts'
import { OpenAd } from '../features/post/OpenAd.tsx'
import { requestOf } from '../features/post/open-ad.ts'
import { PostAd } from '../features/post/PostAd.tsx'
import { HomeLogo } from '../features/post/PostHeader.tsx'
import { useCategories } from '../features/post/queries.ts'
import { newAd, type PostStart } from '../features/post/start.ts'
import type { Category } from '../features/post/types.ts'
import { t } from '../i18n/t.ts'
import { navigate, useSearchParams } from '../lib/router.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PageSpinner } from '../ui/Spinner.tsx'

// The CSV parser is loaded only for imports.
const ImportAds = lazy(async () => ({ default: (await import('../features/post/import/ImportAds.tsx')).ImportAds }))

/**
 * /post creates an ad, also for guests, who sign in at the end. /post?edit=ID resumes a draft or edits one of the user's ads. /post?copy=ID
 * starts a new ad with the text and photos of an older one. /post?import creates many from a list.
 */
export function PostPage() {
  const [search] = useSearchParams()
  const { user, loading } = useAuth()
  const categories = useCategories()
  usePageTitle(search.has('import') ? t('post.importAds') : t('app.postAnAd'))

  if (loading || categories.isPending) return <PageSpinner />
  if (categories.isLoadingError) {
    return (
      <main className="container-page py-16">
        <LoadFailed as="h1" onRetry={() => void categories.refetch()} />
      </main>
    )
  }
  if (search.has('import')) {
    return (
      <RequireAuth>
        <Import categories={categories.data} />
      </RequireAuth>
    )
  }
  // Remounts the form when the user signs in or out in another tab.
  return <Desk key={user?.id ?? 'guest'} userId={user?.id ?? null} categories={categories.data} />
}

/** Imports a list of ads, on a page with its own header. */
function Import({ categories }: { categories: readonly Category[] }) {
  const { user, profile } = useAuth()
  const homePlace = useMemo(() => homePlaceOf(profile), [profile])
  if (!user) return null
  return (
    <>
      <header className="border-line border-b">
        <div className="container-page flex h-16 items-center justify-between md:h-[75px]">
          <HomeLogo />
          <LinkButton to={paths.post} variant="ghost">
            {t('post.postOneAd')}
          </LinkButton>
        </div>
      </header>
      <Suspense fallback={<PageSpinner />}>
        <ImportAds key={user.id} categories={categories} homePlace={homePlace} sellerId={user.id} />
      </Suspense>
    </>
  )
}

/** The form for the ad that the URL requests. */
function Desk({ userId, categories }: { userId: string | null; categories: readonly Category[] }) {
  const [search, setSearch] = useSearchParams()
  const { profile } = useAuth()
  const chosen = useChosenPlace()
  const homePlace = useMemo(() => homePlaceOf(profile) ?? readPlace(chosen?.id ?? ''), [profile, chosen])
  const [{ start, hadAddress }, setOpened] = useState<{ start: PostStart | null; hadAddress: boolean }>(NOTHING)
  const request = requestOf(search)
  const isAddressed = request.is === 'edit' && request.id === start?.listingId
  // Going to /post leaves an ad that had its own URL.
  const isOpen = isAddressed || (request.is === 'new' && !hadAddress)
  useEffect(() => {
    if (isAddressed) setOpened((opened) => ({ ...opened, hadAddress: true }))
  }, [isAddressed])
  const begin = (next: PostStart) => setOpened({ start: next, hadAddress: false })

  if (!start || !isOpen) {
    const opening = (
      <OpenAd
        key={JSON.stringify(request)}
        request={request}
        userId={userId}
        onOpened={(opened) => {
          begin(opened)
          // URL parameters are applied only once; from here on the user owns the form.
          if (request.is === 'copy' || request.is === 'begun') setSearch({}, { replace: true })
        }}
      />
    )
    return request.is === 'edit' || request.is === 'copy' ? <RequireAuth>{opening}</RequireAuth> : opening
  }
  return (
    <PostAd
      key={start.listingId}
      userId={userId}
      homePlace={homePlace}
      start={start}
      categories={categories}
      // From now on the URL leads back to this draft, even after a reload.
      onStored={() => setSearch({ edit: start.listingId }, { replace: true })}
      onSimilar={(form) => {
        begin(newAd(form))
        setSearch({})
      }}
      onReload={() => {
        // A draft that is stored in the database is reopened from there.
        void forgetDraft(start.listingId).then(() => (isAddressed ? setOpened(NOTHING) : begin(newAd(EMPTY_FORM))))
      }}
      onSignIn={() => {
        rememberDestination(paths.post)
        navigate(paths.auth)
      }}
    />
  )
}

const NOTHING = { start: null, hadAddress: false } as const

interface Home {
  area: string | null
  city: string | null
  lat: number | null
  lng: number | null
}

function homePlaceOf(home: Home | null): TypedPlace | null {
  if (!home?.city) return null
  return { area: home.area ?? '', city: home.city, country: null, lat: home.lat, lng: home.lng }
}

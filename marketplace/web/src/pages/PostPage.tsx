import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { LIMITS } from '../../../contract/limits.ts'
import { PREFILLED_FIELDS, paths } from '../../../contract/paths.ts'
import type { TypedPlace } from '../../../contract/places.ts'
import { newId } from '../app/new-id.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { RequireAuth } from '../features/auth/RequireAuth.tsx'
import { rememberDestination } from '../features/auth/return-to.ts'
import type { AdCopy } from '../features/post/copy-ad.ts'
import { type KeptDraft, mergeDraft } from '../features/post/draft.ts'
import { forgetDraft } from '../features/post/kept.ts'
import { PostAd, type PostStart } from '../features/post/PostAd.tsx'
import { HomeLogo } from '../features/post/PostHeader.tsx'
import { openKept } from '../features/post/photos.ts'
import { useAdCopy, useCategories, useNewestUnstored, useOwnListing } from '../features/post/queries.ts'
import { AD_TYPES, type Category, EMPTY_FORM, type PostForm } from '../features/post/types.ts'
import { t } from '../i18n/t.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PageSpinner } from '../ui/Spinner.tsx'

// The reader of CSV files comes with this part only.
const ImportAds = lazy(async () => ({ default: (await import('../features/post/import/ImportAds.tsx')).ImportAds }))

/**
 * /post makes a new ad, also for guests, who sign in at the end. /post?edit=ID goes on with a draft or changes an ad of
 * one's own. /post?copy=ID begins a new ad with the text and photos of an older one. /post?import makes many from a list.
 */
export function PostPage() {
  const [search] = useSearchParams()
  const { user, loading } = useAuth()
  const categories = useCategories()
  usePageTitle(search.has('edit') ? t('Edit your ad') : search.has('import') ? t('Import ads') : t('Post an ad'))

  if (loading || categories.isPending) return <PageSpinner />
  if (categories.isError) {
    return (
      <main className="container-page py-16">
        <LoadFailed as="h1" what={t('the form')} onRetry={() => void categories.refetch()} />
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
  // Somebody who signs in or out in another tab gets the form that is theirs.
  return <Desk key={user?.id ?? 'guest'} userId={user?.id ?? null} categories={categories.data} />
}

/** The whole list of somebody, on a page of its own frame. */
function Import({ categories }: { categories: readonly Category[] }) {
  const { profile } = useAuth()
  const homePlace = useMemo(() => homePlaceOf(profile), [profile])
  return (
    <>
      <header className="border-line border-b">
        <div className="container-page flex h-16 items-center justify-between md:h-[75px]">
          <HomeLogo />
          <LinkButton to={paths.post} variant="ghost">
            {t('Post one ad')}
          </LinkButton>
        </div>
      </header>
      <Suspense fallback={<PageSpinner />}>
        <ImportAds categories={categories} homePlace={homePlace} />
      </Suspense>
    </>
  )
}

/** The ad on the desk: the one that the address names, or a new one. */
function Desk({ userId, categories }: { userId: string | null; categories: readonly Category[] }) {
  const [search, setSearch] = useSearchParams()
  const edited = search.get('edit')
  const { profile } = useAuth()
  const navigate = useNavigate()
  const homePlace = useMemo(() => homePlaceOf(profile), [profile])
  const [fresh, setFresh] = useState<PostStart | null>(null)
  const copied = search.get('copy')
  const kept = useNewestUnstored(userId, !edited && !copied && !fresh)

  const onSimilar = (form: PostForm) => {
    setFresh(newAd(form))
    setSearch({})
  }
  if (edited && edited !== fresh?.listingId) {
    return (
      <RequireAuth>
        <EditAd key={edited} id={edited} userId={userId ?? ''} categories={categories} onSimilar={onSimilar} />
      </RequireAuth>
    )
  }
  if (copied) {
    const onCopied = (copy: AdCopy) => {
      setFresh({ ...newAd(copy.form), ...copy, isUnsaved: true })
      setSearch({}, { replace: true })
    }
    return (
      <RequireAuth>
        <CopyAd key={copied} id={copied} userId={userId ?? ''} onCopied={onCopied} />
      </RequireAuth>
    )
  }
  const begun = copied ? null : begunForm(search)
  if (begun) {
    const onBegun = () => {
      setFresh({ ...newAd(begun), isUnsaved: true })
      setSearch({}, { replace: true })
    }
    return <BegunAd onBegun={onBegun} />
  }
  if (!fresh) {
    if (!kept.isPending) setFresh(firstAd(kept.data ?? null))
    return <PageSpinner />
  }
  return (
    <PostAd
      key={fresh.listingId}
      userId={userId}
      homePlace={homePlace}
      start={fresh}
      categories={categories}
      // From now on the address leads back to this draft, also after a reload.
      onStored={() => setSearch({ edit: fresh.listingId }, { replace: true })}
      onSimilar={onSimilar}
      onReload={() => {
        // A draft that has a row is opened again from there.
        void forgetDraft(fresh.listingId).then(() => setFresh(edited ? null : newAd(EMPTY_FORM)))
      }}
      onSignIn={() => {
        rememberDestination(paths.post)
        navigate(paths.auth)
      }}
    />
  )
}

interface EditAdProps {
  id: string
  userId: string
  categories: readonly Category[]
  onSimilar: (form: PostForm) => void
}

function EditAd({ id, userId, categories, onSimilar }: EditAdProps) {
  const own = useOwnListing(id, userId)
  if (own.isPending || own.isRefetching) return <PageSpinner />
  if (own.isError) {
    return (
      <main className="container-page py-16">
        <LoadFailed as="h1" what={t('this ad')} onRetry={() => void own.refetch()} />
      </main>
    )
  }
  const { listing, kept } = own.data
  if (!listing || CLOSED.has(listing.state)) {
    return (
      <main className="container-page py-16">
        <EmptyState
          as="h1"
          title={listing ? t('This ad cannot be edited now') : t('This is not one of your ads')}
          line={
            listing?.state === 'sold'
              ? t('It is marked as sold. Put it on offer again first.')
              : listing
                ? t('Your dashboard says why.')
                : t('It may have been deleted.')
          }
          action={<LinkButton to={`${paths.dashboard}?tab=listings`}>{t('Your listings')}</LinkButton>}
        />
      </main>
    )
  }
  const merged = mergeDraft(listing, kept)
  const start: PostStart = {
    listingId: listing.id,
    isDraft: needsPublishing(listing.state),
    ...merged,
    isBack: merged.isUnsaved && !needsPublishing(listing.state),
    storedPhotos: listing.listing_photos,
    keep: { currency: listing.currency, price_type: listing.price_type },
  }
  return (
    <PostAd
      key={own.dataUpdatedAt}
      userId={userId}
      homePlace={null}
      start={start}
      categories={categories}
      onStored={() => undefined}
      onSimilar={onSimilar}
      onReload={() => void forgetDraft(id).then(() => own.refetch())}
      onSignIn={() => undefined} // only members get here
    />
  )
}

/** Ads that their seller cannot change. */
const CLOSED: ReadonlySet<string> = new Set(['sold', 'hidden', 'rejected', 'removed'])

const needsPublishing = (state: string) => state === 'draft' || state === 'changes_requested'

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

interface CopyAdProps {
  id: string
  userId: string
  onCopied: (copy: AdCopy) => void
}

function CopyAd({ id, userId, onCopied }: CopyAdProps) {
  const { data: copy, isError, refetch } = useAdCopy(id, userId)
  const pass = useRef(onCopied)
  pass.current = onCopied
  useEffect(() => {
    if (copy) pass.current(copy)
  }, [copy])
  if (!isError && copy !== null) return <PageSpinner />
  return (
    <main className="container-page py-16">
      {isError ? (
        <LoadFailed as="h1" what={t('this ad')} onRetry={() => void refetch()} />
      ) : (
        <EmptyState
          as="h1"
          title={t('This is not one of your ads')}
          line={t('It may have been deleted.')}
          action={<LinkButton to={paths.post}>{t('Post an ad')}</LinkButton>}
        />
      )}
    </main>
  )
}

/** The address has said its part: from here on the form is the person's. */
function BegunAd({ onBegun }: { onBegun: () => void }) {
  const pass = useRef(onBegun)
  pass.current = onBegun
  useEffect(() => pass.current(), [])
  return <PageSpinner />
}

/** What an address puts into the form: /post?title=…&price=… It is read and published by the person like any other. */
function begunForm(search: URLSearchParams): PostForm | null {
  if (!PREFILLED_FIELDS.some((field) => search.has(field))) return null
  const type = AD_TYPES.find((one) => one === search.get('type')) ?? EMPTY_FORM.type
  const price = search.get('price') ?? ''
  return {
    ...EMPTY_FORM,
    type,
    title: (search.get('title') ?? '').slice(0, LIMITS.title.max),
    description: (search.get('description') ?? '').slice(0, LIMITS.description.max),
    price: type !== 'free' && /^\d{1,7}$/.test(price) ? price : '',
  }
}

/** An ad that never reached the server is opened again; otherwise the form is empty. */
function firstAd(kept: KeptDraft | null): PostStart {
  if (!kept) return newAd(EMPTY_FORM)
  return {
    ...newAd(kept.form),
    listingId: kept.listingId,
    isUnsaved: true,
    isBack: true,
    photos: kept.photos.map(openKept),
  }
}

function newAd(form: PostForm): PostStart {
  return {
    listingId: newId(),
    version: null,
    isDraft: true,
    isUnsaved: false,
    isBack: false,
    form,
    photos: [],
    storedPhotos: [],
  }
}

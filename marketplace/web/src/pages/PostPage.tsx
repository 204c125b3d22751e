import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { placeLabel } from '../../../contract/places.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { isBlank, mergeDraft, readLocalCopy } from '../features/post/draft.ts'
import { newId } from '../features/post/ids.ts'
import { PostAd, type PostStart } from '../features/post/PostAd.tsx'
import { useCategories, useOwnListing } from '../features/post/queries.ts'
import { type Category, EMPTY_FORM, type PostForm } from '../features/post/types.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PageSpinner } from '../ui/Spinner.tsx'

/** /post makes a new ad, /post?edit=ID goes on with a draft or changes an ad of one's own. */
export function PostPage() {
  const [search, setSearch] = useSearchParams()
  const edited = search.get('edit')
  const { user, profile } = useAuth()
  const categories = useCategories()
  usePageTitle(edited ? 'Edit your ad' : 'Post an ad')
  const place = profile?.city ? placeLabel({ area: profile.area ?? '', city: profile.city }) : ''
  const [fresh, setFresh] = useState<PostStart | null>(null)

  if (!user || categories.isPending) return <PageSpinner />
  if (categories.isError) {
    return (
      <main className="container-page py-16">
        <LoadFailed as="h1" what="the form" onRetry={() => void categories.refetch()} />
      </main>
    )
  }
  const onSimilar = (form: PostForm) => {
    setFresh(newAd(form))
    setSearch({})
  }
  if (edited && edited !== fresh?.listingId) {
    return <EditAd key={edited} id={edited} userId={user.id} categories={categories.data} onSimilar={onSimilar} />
  }
  if (!fresh) {
    setFresh(firstAd(user.id))
    return <PageSpinner />
  }
  return (
    <PostAd
      key={fresh.listingId}
      userId={user.id}
      homePlace={place}
      start={fresh}
      categories={categories.data}
      // From now on the address leads back to this draft, also after a reload.
      onStored={() => setSearch({ edit: fresh.listingId }, { replace: true })}
      onSimilar={onSimilar}
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
  const listing = useOwnListing(id, userId)
  if (listing.isPending) return <PageSpinner />
  if (listing.isError) {
    return (
      <main className="container-page py-16">
        <LoadFailed as="h1" what="this ad" onRetry={() => void listing.refetch()} />
      </main>
    )
  }
  const own = listing.data
  if (!own || own.state === 'sold' || own.state === 'hidden') {
    return (
      <main className="container-page py-16">
        <EmptyState
          as="h1"
          title={own ? 'This ad cannot be edited now' : 'This is not one of your ads'}
          line={
            own?.state === 'sold' ? 'It is marked as sold. Put it on offer again first.' : 'It may have been deleted.'
          }
          action={<LinkButton to={`${paths.dashboard}?tab=listings`}>Your listings</LinkButton>}
        />
      </main>
    )
  }
  const { form, from } = mergeDraft(own, readLocalCopy(userId))
  const start: PostStart = {
    listingId: own.id,
    isStored: true,
    isDraft: own.state === 'draft',
    isUnsaved: from === 'local',
    form,
    photos: own.listing_photos,
    keep: { type: own.type, currency: own.currency, price_type: own.price_type },
  }
  return (
    <PostAd
      userId={userId}
      homePlace=""
      start={start}
      categories={categories}
      onStored={() => undefined}
      onSimilar={onSimilar}
    />
  )
}

/** A copy that never reached the server is opened again; otherwise the form is empty. */
function firstAd(userId: string): PostStart {
  const local = readLocalCopy(userId)
  if (local && !local.stored && !isBlank(local.form))
    return { ...newAd(local.form), listingId: local.listingId, isUnsaved: true }
  return newAd(EMPTY_FORM)
}

function newAd(form: PostForm): PostStart {
  return { listingId: newId(), isStored: false, isDraft: true, isUnsaved: false, form, photos: [] }
}

import { useEffect, useState } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import type { ListingType } from '../../../../contract/ads/listing-values.ts'
import { paths } from '../../../../contract/paths.ts'
import { placeLabel } from '../../../../contract/places/place-label.ts'
import type { TypedPlace } from '../../../../contract/places/places.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { navigate } from '../../lib/router.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { toast } from '../../ui/toast.ts'
import { AdPreview } from './AdPreview.tsx'
import { CategoryField } from './CategoryField.tsx'
import { BackNotice, ConflictNotice } from './ConflictNotice.tsx'
import { Drafts } from './Drafts.tsx'
import { isBlank } from './draft.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { forgetDraft } from './kept.ts'
import { EMPTY_FORM, type PostForm } from './listing-form.ts'
import { MoreDetails } from './MoreDetails.tsx'
import { MoreWays } from './MoreWays.tsx'
import { useOpenAd } from './open-tabs.ts'
import { PhotoDraftOffer } from './PhotoDraftOffer.tsx'
import { PhotoGrid } from './PhotoGrid.tsx'
import { PlaceField } from './PlaceField.tsx'
import { PostHeader } from './PostHeader.tsx'
import { PriceField } from './PriceField.tsx'
import { PublishBar } from './PublishBar.tsx'
import { Published } from './Published.tsx'
import { isDetail } from './problems.ts'
import { RuleNotice } from './RuleNotice.tsx'
import type { PostStart } from './start.ts'
import { TitleField } from './TitleField.tsx'
import type { Category } from './types.ts'
import { useAdForm } from './use-ad-form.ts'
import { useAutosave } from './use-autosave.ts'
import { useChangeNotice } from './use-change-notice.ts'
import { usePhotos } from './use-photos.ts'
import { usePublish } from './use-publish.ts'
import { usePublished } from './use-published.ts'

interface PostAdProps {
  /** Null for guests. */
  userId: string | null
  start: PostStart
  /** The user's usual place, as default; null until loaded. */
  homePlace: TypedPlace | null
  categories: readonly Category[]
  /** Called once the draft is stored on the server. */
  onStored: () => void
  /** Starts a similar ad without photos. */
  onSimilar: (form: PostForm) => void
  /** Discards local changes and reloads. */
  onReload: () => void
  /** Called when a guest publishes a complete ad. */
  onSignIn: () => void
}

/** The posting form. */
export function PostAd(props: PostAdProps) {
  const { userId, start, homePlace, categories, onStored, onSimilar, onReload, onSignIn } = props
  const { listingId, isDraft, keep } = start
  usePageTitle(isDraft ? t('app.postAnAd') : t('post.editYourAd'))
  useOpenAd(listingId)
  const { methods, form, attributesOf, problemsOf } = useAdForm(start.form, categories)
  const photos = usePhotos({ userId, listingId, start: start.photos, stored: start.storedPhotos })
  const autosave = useAutosave({
    userId,
    listingId,
    isDraft,
    version: start.version,
    storedPhotos: start.storedPhotos,
    keep,
    attributesOf,
    onStored,
  })
  useHomePlace(methods, homePlace)
  useChangeNotice(form, photos.list, start.isUnsaved, autosave.changed)
  const problems = problemsOf(form, photos.list)
  const { published, setPublished } = usePublished(listingId)
  const [isLeaving, setIsLeaving] = useState(false)
  // Drafts stay while the first words are typed, or the field would move away.
  const [showsDrafts] = useState(() => start.version === null && photos.list.length === 0 && isBlank(start.form))
  const publishing = usePublish({
    listingId,
    isDraft,
    signIn: userId === null ? onSignIn : null,
    findProblems: () => problemsOf(methods.getValues(), photos.list),
    showInline: () => methods.trigger(),
    isUploading: photos.isUploading,
    saveNow: autosave.saveNow,
    stopSaving: autosave.stop,
    onDone: (done) => {
      if (done) return setPublished(done)
      void toast({ title: t('post.changesSaved') })
      navigate(paths.listing(listingId))
    },
  })

  const startOver = () => void forgetDraft(listingId).then(() => onSimilar(EMPTY_FORM))

  const leave = async () => {
    setIsLeaving(true)
    try {
      if (isDraft) await autosave.saveNow()
      if (photos.isUploading) void toast({ tone: 'info', ...PHOTOS_WAIT })
    } catch {
      // The copy in this browser is complete.
      void toast({ tone: 'info', ...KEPT_HERE })
    }
    navigate(userId === null ? paths.home : paths.dashboard)
  }

  if (published) {
    return (
      <Published
        listingId={listingId}
        title={form.title.trim()}
        review={published.isInReview ? (published.state_reason ?? '') : null}
        cover={photos.list.find((photo) => photo.path)}
        onSimilar={() => onSimilar(form)}
      />
    )
  }
  const currency = keep?.currency ?? config.currency
  const isEmpty = isBlank(form) && photos.list.length === 0
  const isInConflict = autosave.status.is === 'conflict'
  const showSummary = publishing.wasTried && !isInConflict && (problems.length > 0 || publishing.refusal !== null)
  return (
    <FormProvider {...methods}>
      <PostHeader
        title={isDraft ? t('app.postAnAd') : t('post.editYourAd')}
        status={autosave.status}
        isDraft={isDraft}
        isLeaving={isLeaving}
        onLeave={() => void leave()}
      >
        <MoreWays userId={userId} />
      </PostHeader>
      <main>
        <div className="mx-auto w-full max-w-[1104px] px-4 pt-5 pb-8 md:pt-9 lg:grid lg:grid-cols-[minmax(0,600px)_300px] lg:justify-between">
          <form noValidate onSubmit={(event) => event.preventDefault()} className={FORM_CLASS}>
            <h1 className={isDraft ? 'type-h1' : 'sr-only'}>{isDraft ? HEADING[form.type] : t('post.editYourAd')}</h1>
            {userId !== null && showsDrafts ? <Drafts userId={userId} except={listingId} /> : null}
            {autosave.status.is === 'conflict' ? (
              <ConflictNotice
                now={autosave.status.now}
                takesFocus={publishing.wasTried}
                onTheirs={onReload}
                onMine={(now) => void autosave.overwrite(now).catch(() => undefined)}
                onNew={() => onSimilar(methods.getValues())}
              />
            ) : start.isBack ? (
              <BackNotice isDraft={isDraft} onDiscard={isDraft ? startOver : onReload} />
            ) : null}
            {showSummary ? (
              <ErrorSummary
                ref={publishing.summary}
                problems={problems}
                refusal={publishing.refusal}
                isDraft={isDraft}
              />
            ) : null}
            <PhotoGrid
              photos={photos}
              error={publishing.wasTried ? problems.find(({ path }) => path[0] === 'photos')?.message : undefined}
            >
              {userId === null ? null : <PhotoDraftOffer photos={photos.list} categories={categories} />}
            </PhotoGrid>
            <TitleField />
            <CategoryField categories={categories} title={form.title} />
            <div className="grid gap-6 md:grid-cols-2 md:gap-4">
              <PriceField currency={currency} />
              <PlaceField />
            </div>
            <MoreDetails
              attributes={attributesOf(form.category)}
              currency={currency}
              isNeeded={problems.some(isDetail)}
            />
          </form>
          <AdPreview photos={photos.list} currency={currency} />
        </div>
        <RuleNotice />
        <PublishBar
          isDraft={isDraft}
          isGuest={userId === null}
          isBlank={isEmpty && !publishing.wasTried}
          isWorking={publishing.isWorking}
          isWaitingForPhotos={publishing.isWaitingForPhotos}
          onPublish={() => void publishing.publish()}
        />
      </main>
    </FormProvider>
  )
}

const HEADING: Record<ListingType, string> = {
  sell: t('post.title'),
  free: t('post.title'),
  wanted: t('post.titleWanted'),
  swap: t('post.titleSwap'),
}

/** Keeps focused fields clear of the sticky header and of the bar with a notice. */
const FORM_CLASS =
  'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 [&_:is(input,textarea,select,button)]:scroll-my-52'
const PHOTOS_WAIT = {
  title: t('post.photosMissing'),
  description: t('post.photosMissingHint'),
}
const KEPT_HERE = { title: t('post.savedInBrowser'), description: t('post.onlineLater') }

/** Fills in the user's usual place if none was entered. */
function useHomePlace({ getValues, setValue }: UseFormReturn<PostForm>, homePlace: TypedPlace | null): void {
  useEffect(() => {
    if (!homePlace || getValues('place') !== '') return
    if (homePlace.lat !== null) setValue('spot', homePlace)
    setValue('place', placeLabel(homePlace))
  }, [homePlace, getValues, setValue])
}

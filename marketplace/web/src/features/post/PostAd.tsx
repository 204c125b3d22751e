import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { placeLabel, type TypedPlace } from '../../../../contract/places.ts'
import { config } from '../../app/config.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { AdAside, AdStrength } from './AdAside.tsx'
import { PagePreview } from './AdPreview.tsx'
import type { Published as PublishedAd } from './api.ts'
import { BackNotice, ConflictNotice } from './ConflictNotice.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import type { KeptContent } from './draft.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { forgetDraft } from './kept.ts'
import { useOpenAd } from './open-tabs.ts'
import { PhotoDraftOffer } from './PhotoDraftOffer.tsx'
import { PhotoStep } from './PhotoStep.tsx'
import { HomeLogo, PostHeader } from './PostHeader.tsx'
import { PriceStep } from './PriceStep.tsx'
import { PublishBar } from './PublishBar.tsx'
import { Published } from './Published.tsx'
import type { PostPhoto } from './photos.ts'
import { usePriceGuide } from './queries.ts'
import type { StepMark } from './Step.tsx'
import { type AdRules, publishSchema } from './schema.ts'
import { allProblems, STEPS, type StepName, stepsDone } from './steps.ts'
import { type Attribute, type Category, EMPTY_FORM, type ListingPhotoRow, type PostForm } from './types.ts'
import { useAutosave } from './use-autosave.ts'
import { useChangeNotice } from './use-change-notice.ts'
import { usePhotos } from './use-photos.ts'
import { usePublish } from './use-publish.ts'
import { WhatStep } from './WhatStep.tsx'
import { WhereStep } from './WhereStep.tsx'

/** What the form opens with. */
export interface PostStart {
  listingId: string
  /** Of the stored ad that the form goes on from; null while the server has none. */
  version: number | null
  isDraft: boolean
  /** The form comes from this browser and the server does not have all of it yet. */
  isUnsaved: boolean
  /** It was left unfinished earlier, and nobody asked for it now: the person may rather begin anew. */
  isBack: boolean
  form: PostForm
  photos: readonly PostPhoto[]
  storedPhotos: readonly ListingPhotoRow[]
  keep?: KeptContent
}

interface PostAdProps {
  /** Null for a guest, who is asked to sign in at the end. */
  userId: string | null
  start: PostStart
  /** Where this person usually sells; fills the area of a new ad. Null until the profile is there. */
  homePlace: TypedPlace | null
  categories: readonly Category[]
  /** The draft has a row on the server now. */
  onStored: () => void
  /** Begin again with this text and without its photos. */
  onSimilar: (form: PostForm) => void
  /** Open the ad as the server has it, or an empty form, and forget what this browser has. */
  onReload: () => void
  /** Everything is there but somebody who may publish it. */
  onSignIn: () => void
}

/** The whole form: five steps, the preview beside them, and the bar that publishes. */
export function PostAd(props: PostAdProps) {
  const { userId, start, homePlace, categories, onStored, onSimilar, onReload, onSignIn } = props
  const { listingId, isDraft, keep } = start
  const navigate = useNavigate()
  useOpenAd(listingId)
  const catalogue = useMemo(() => new Map(categories.map((category) => [category.slug, category])), [categories])
  const usual = useRef<{ category: string; minor: number | undefined }>(undefined)
  const rulesFor = (form: PostForm): AdRules => ({
    usualMinor: usual.current?.category === form.category ? usual.current.minor : undefined,
    attributes: catalogue.get(form.category)?.attributes ?? NO_ATTRIBUTES,
    priceOptional: keep?.price_type === 'on_request',
    allowTypes: catalogue.get(form.category)?.allow_types,
  })
  const methods = useForm<PostForm>({
    defaultValues: start.form,
    mode: 'onTouched',
    resolver: (values, context, options) => zodResolver(publishSchema(rulesFor(values)))(values, context, options),
  })
  const form = useWatch({ control: methods.control }) as PostForm
  const guide = usePriceGuide(form.category, '')
  usual.current = { category: form.category, minor: guide.data?.median }
  const photos = usePhotos({ userId, listingId, start: start.photos, stored: start.storedPhotos })
  const autosave = useAutosave({
    userId,
    listingId,
    isDraft,
    version: start.version,
    storedPhotos: start.storedPhotos,
    keep,
    attributesOf: (category) => catalogue.get(category)?.attributes ?? NO_ATTRIBUTES,
    onStored,
  })
  const { getValues, setValue } = methods
  useEffect(() => {
    if (!homePlace || getValues('place') !== '') return
    if (homePlace.lat !== null) setValue('spot', homePlace)
    setValue('place', placeLabel(homePlace))
  }, [homePlace, getValues, setValue])
  useChangeNotice(form, photos.list, start.isUnsaved, autosave.changed)

  const takesPhotos = form.type === 'sell' || form.type === 'free'
  const photoMin = takesPhotos ? (catalogue.get(form.category)?.photo_min ?? 1) : 0
  const problems = allProblems(form, photos.list, rulesFor(form), photoMin)
  const done = stepsDone(problems)
  const marks = marksOf(done)

  const [published, setPublished] = useState<PublishedAd | null>(null)
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const publishing = usePublish({
    listingId,
    isDraft,
    signIn: userId === null ? onSignIn : null,
    findProblems: () => allProblems(methods.getValues(), photos.list, rulesFor(methods.getValues()), photoMin),
    showInline: () => methods.trigger(),
    saveNow: autosave.saveNow,
    stopSaving: autosave.stop,
    onDone: (done) => {
      if (done) return setPublished(done)
      void toast({ title: t('Changes saved') })
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
      // The copy in this browser has it all, and the form offers it next time.
      void toast({ tone: 'info', ...KEPT_HERE })
    }
    navigate(userId === null ? paths.home : paths.dashboard)
  }

  if (published) {
    return (
      <>
        <header className="border-b border-line">
          <div className="container-page flex h-16 items-center md:h-[75px]">
            <HomeLogo />
          </div>
        </header>
        <main>
          <Published
            listingId={listingId}
            title={form.title.trim()}
            review={published.isInReview ? (published.state_reason ?? '') : null}
            cover={photos.list.find((photo) => photo.path)}
            onSimilar={() => onSimilar(form)}
          />
        </main>
      </>
    )
  }
  const currency = keep?.currency ?? config.currency
  const isInConflict = autosave.status.is === 'conflict'
  const showSummary = publishing.wasTried && !isInConflict && (problems.length > 0 || publishing.refusal !== null)
  return (
    <FormProvider {...methods}>
      <PostHeader
        title={isDraft ? t('Post an ad') : t('Edit your ad')}
        status={autosave.status}
        isDraft={isDraft}
        marks={marks}
        isLeaving={isLeaving}
        onLeave={() => void leave()}
      />
      <main>
        <div className="mx-auto w-full max-w-[1144px] px-4 pt-5 pb-8 md:pt-10 lg:grid lg:grid-cols-[minmax(0,1fr)_404px] lg:gap-16">
          <form noValidate onSubmit={(event) => event.preventDefault()} className={FORM_CLASS}>
            <h1 className="type-h1 sr-only mb-8 md:not-sr-only md:ms-13 md:mb-8">
              {isDraft ? t('Let’s find it a new home') : t('Edit your ad')}
            </h1>
            {userId !== null && start.version === null && form.title === '' && photos.list.length === 0 ? (
              <>
                <DraftOffer userId={userId} />
                <p className="type-small mb-8 text-ink-2 md:-mt-4 md:ms-13">
                  <Trans
                    message="Many things at once? <0>Import a CSV file</0>"
                    components={{
                      0: (
                        <Link to={paths.importAds} className="font-semibold text-brand underline underline-offset-2" />
                      ),
                    }}
                  />
                </p>
              </>
            ) : null}
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
            <PhotoStep
              photos={photos}
              mark={marks.photos}
              error={publishing.wasTried ? problems.find(({ path }) => path[0] === 'photos')?.message : undefined}
            >
              {userId === null ? null : <PhotoDraftOffer photos={photos.list} categories={categories} />}
            </PhotoStep>
            <WhatStep categories={categories} mark={marks.what} />
            <DetailsStep attributes={rulesFor(form).attributes} mark={marks.details} />
            <PriceStep currency={currency} mark={marks.price} />
            <WhereStep currency={currency} mark={marks.where} />
          </form>
          <AdAside photos={photos.list} categories={categories} currency={currency} />
        </div>
        <PublishBar
          done={done.size}
          isDraft={isDraft}
          isGuest={userId === null}
          isWorking={publishing.isWorking}
          onPreview={() => setIsPreviewOpen(true)}
          onPublish={() => void publishing.publish()}
        />
      </main>
      <Dialog open={isPreviewOpen} onOpenChange={setIsPreviewOpen} title={t('How buyers see it')}>
        <PagePreview form={form} photos={photos.list} categories={categories} currency={currency} />
        {/* Where there is room it stands beside the form. */}
        <div className="mt-4 lg:hidden">
          <AdStrength form={form} photos={photos.list} categories={categories} />
        </div>
      </Dialog>
    </FormProvider>
  )
}

const NO_ATTRIBUTES: readonly Attribute[] = []
/** What gets the focus comes to stand between the header and the bar, not behind one of them. */
const FORM_CLASS = 'min-w-0 [&_:is(input,textarea,select,button)]:scroll-my-28'
const PHOTOS_WAIT = {
  title: t('Some photos have not arrived yet'),
  description: t('They go on when you open this ad here again.'),
}
const KEPT_HERE = { title: t('Saved in this browser'), description: t('Your draft goes online when you are back.') }

/** The first step with something missing is the current one. */
function marksOf(done: ReadonlySet<StepName>): Record<StepName, StepMark> {
  const current = STEPS.find((step) => !done.has(step))
  const mark = (step: StepName): StepMark => (done.has(step) ? 'done' : step === current ? 'current' : 'open')
  return {
    photos: mark('photos'),
    what: mark('what'),
    details: mark('details'),
    price: mark('price'),
    where: mark('where'),
  }
}

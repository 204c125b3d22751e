import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { AdAside } from './AdAside.tsx'
import { PagePreview } from './AdPreview.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import type { KeptContent } from './draft.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { PhotoStep } from './PhotoStep.tsx'
import { HomeLogo, PostHeader } from './PostHeader.tsx'
import { PriceStep } from './PriceStep.tsx'
import { PublishBar } from './PublishBar.tsx'
import { Published } from './Published.tsx'
import type { StepMark } from './Step.tsx'
import { type AdRules, publishSchema } from './schema.ts'
import { allProblems, STEPS, type StepName, stepsDone } from './steps.ts'
import type { Attribute, Category, ListingPhotoRow, PostForm } from './types.ts'
import { useAutosave } from './use-autosave.ts'
import { usePhotos } from './use-photos.ts'
import { usePublish } from './use-publish.ts'
import { WhatStep } from './WhatStep.tsx'
import { WhereStep } from './WhereStep.tsx'

/** What the form opens with. */
export interface PostStart {
  listingId: string
  isStored: boolean
  isDraft: boolean
  /** The text comes from this browser and the server does not have it yet. */
  isUnsaved: boolean
  form: PostForm
  photos: readonly ListingPhotoRow[]
  keep?: KeptContent
}

interface PostAdProps {
  userId: string
  start: PostStart
  /** Where this person usually sells; fills the area of a new ad. Empty until the profile is there. */
  homePlace: string
  categories: readonly Category[]
  /** The draft has a row on the server now. */
  onStored: () => void
  /** Begin again with this text and without its photos. */
  onSimilar: (form: PostForm) => void
}

/** The whole form: five steps, the preview beside them, and the bar that publishes. */
export function PostAd({ userId, start, homePlace, categories, onStored, onSimilar }: PostAdProps) {
  const { listingId, isDraft, keep } = start
  const navigate = useNavigate()
  const catalogue = useMemo(() => new Map(categories.map((category) => [category.slug, category])), [categories])
  const rulesFor = (form: PostForm): AdRules => ({
    attributes: catalogue.get(form.category)?.attributes ?? NO_ATTRIBUTES,
    priceOptional: keep?.type === 'wanted' || keep?.type === 'swap' || keep?.price_type === 'on_request',
    conditionOptional: keep?.type === 'wanted',
    freeRefused: catalogue.get(form.category)?.allow_types.includes('free') === false,
  })
  const methods = useForm<PostForm>({
    defaultValues: start.form,
    mode: 'onTouched',
    resolver: (values, context, options) => zodResolver(publishSchema(rulesFor(values)))(values, context, options),
  })
  const form = useWatch({ control: methods.control }) as PostForm
  const photos = usePhotos(userId, listingId, start.photos)
  const autosave = useAutosave({
    userId,
    listingId,
    isDraft,
    isStored: start.isStored,
    storedPhotos: start.photos,
    keep,
    attributesOf: (category) => catalogue.get(category)?.attributes ?? NO_ATTRIBUTES,
    onStored,
  })
  const { getValues, setValue } = methods
  useEffect(() => {
    if (homePlace && getValues('place') === '') setValue('place', homePlace)
  }, [homePlace, getValues, setValue])
  useChangeNotice(form, photos.list, start.isUnsaved, autosave.changed)

  const takesPhotos = keep?.type !== 'wanted' && keep?.type !== 'swap'
  const photoMin = takesPhotos ? (catalogue.get(form.category)?.photo_min ?? 1) : 0
  const problems = allProblems(form, photos.list, rulesFor(form), photoMin)
  const done = stepsDone(problems)
  const marks = marksOf(done)

  const [isPublished, setIsPublished] = useState(false)
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const publishing = usePublish({
    listingId,
    isDraft,
    findProblems: () => allProblems(methods.getValues(), photos.list, rulesFor(methods.getValues()), photoMin),
    showInline: () => methods.trigger(),
    saveNow: autosave.saveNow,
    stopSaving: autosave.stop,
    onDone: () => {
      if (isDraft) return setIsPublished(true)
      void toast({ title: 'Changes saved' })
      navigate(paths.listing(listingId))
    },
  })

  const leave = async () => {
    if (photos.isUploading) {
      void toast({ tone: 'info', title: 'Photos are still uploading', description: 'Wait a moment, then exit.' })
      return
    }
    setIsLeaving(true)
    try {
      if (isDraft) await autosave.saveNow()
    } catch {
      // The copy in this browser has it all, and the form offers it next time.
      void toast({
        tone: 'info',
        title: 'Saved in this browser',
        description: 'Your draft goes online when you are back.',
      })
    }
    navigate(paths.dashboard)
  }

  if (isPublished) {
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
            cover={photos.list.find((photo) => photo.path)}
            onSimilar={() => onSimilar(form)}
          />
        </main>
      </>
    )
  }
  const currency = keep?.currency ?? 'EUR'
  const showSummary = publishing.wasTried && (problems.length > 0 || publishing.refusal !== null)
  return (
    <FormProvider {...methods}>
      <PostHeader
        title={isDraft ? 'Post an ad' : 'Edit your ad'}
        status={autosave.status}
        isDraft={isDraft}
        marks={marks}
        isLeaving={isLeaving}
        onLeave={() => void leave()}
      />
      <main>
        <div className="mx-auto w-full max-w-[1144px] px-4 pt-5 pb-8 md:pt-10 lg:grid lg:grid-cols-[minmax(0,1fr)_404px] lg:gap-16">
          <form noValidate onSubmit={(event) => event.preventDefault()} className="min-w-0">
            <h1 className="type-h1 sr-only mb-8 md:not-sr-only md:ms-13 md:mb-8">
              {isDraft ? 'Let’s find it a new home' : 'Edit your ad'}
            </h1>
            {start.isStored || form.title !== '' || photos.list.length > 0 ? null : <DraftOffer userId={userId} />}
            {showSummary ? (
              <ErrorSummary ref={publishing.summary} problems={problems} refusal={publishing.refusal} />
            ) : null}
            <PhotoStep
              photos={photos}
              mark={marks.photos}
              error={publishing.wasTried ? problems.find(({ path }) => path[0] === 'photos')?.message : undefined}
            />
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
          isWorking={publishing.isWorking}
          onPreview={() => setIsPreviewOpen(true)}
          onPublish={() => void publishing.publish()}
        />
      </main>
      <Dialog open={isPreviewOpen} onOpenChange={setIsPreviewOpen} title="How buyers see it">
        <PagePreview form={form} photos={photos.list} categories={categories} currency={currency} />
      </Dialog>
    </FormProvider>
  )
}

const NO_ATTRIBUTES: readonly Attribute[] = []

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

/** Tells the autosave about changes that are worth storing: text at once, photos when one is ready, moved or described. */
function useChangeNotice(
  form: PostForm,
  photos: ReturnType<typeof usePhotos>['list'],
  isUnsaved: boolean,
  changed: (form: PostForm, photos: ReturnType<typeof usePhotos>['list']) => void,
) {
  const ready = photos.filter((photo) => photo.state.is === 'ready')
  const signature = JSON.stringify([form, ready.map((photo) => [photo.id, photo.alt])])
  const known = useRef(isUnsaved ? null : signature)
  const latest = useRef({ form, photos })
  latest.current = { form, photos }
  useEffect(() => {
    if (known.current === signature) return
    known.current = signature
    changed(latest.current.form, latest.current.photos)
  }, [signature, changed])
}

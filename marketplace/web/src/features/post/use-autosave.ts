import { useCallback, useRef, useState } from 'react'
import { RequestFailed, sentenceOf } from '../../lib/data/failure.ts'
import { ChangedElsewhere } from './api.ts'
import { contentOf, isBlank, type KeptContent } from './draft.ts'
import { forgetDraft, forgetFile, writeDraft } from './kept.ts'
import { thisTab } from './open-tabs.ts'
import type { PostPhoto } from './photos.ts'
import { storageProblem } from './schema.ts'
import { StoredAd } from './stored-ad.ts'
import type { Attribute, ListingPhotoRow, OwnListing, PostForm } from './types.ts'
import { useLatest } from './use-latest.ts'
import { useSaveTimer } from './use-save-timer.ts'

/** There is more in a field than a draft can hold; trying again would change nothing. Says which one. */
class CannotBeStored extends Error {
  override readonly name = 'CannotBeStored'
}

export type SaveStatus =
  | { is: 'clean' }
  | { is: 'changed' }
  | { is: 'saving' }
  | { is: 'saved'; at: Date }
  /** Only in this browser, because nobody is signed in. */
  | { is: 'kept' }
  | { is: 'offline' }
  /** The ad was changed elsewhere, to `now`; null when it is gone. Nothing is saved until the person decides. */
  | { is: 'conflict'; now: OwnListing | null }
  | { is: 'failed'; message: string }

export interface AutosaveOptions {
  /** Null for a guest: everything then stays in this browser. */
  userId: string | null
  listingId: string
  /** Drafts are saved while one types; an ad on offer changes only when its seller says so. */
  isDraft: boolean
  /** The version of the stored ad that the form goes on from; null while there is no row. */
  version: number | null
  storedPhotos: readonly ListingPhotoRow[]
  keep: KeptContent | undefined
  attributesOf: (category: string) => readonly Attribute[]
  onStored: () => void
}

interface Snapshot {
  form: PostForm
  photos: readonly PostPhoto[]
}

/**
 * Keeps the form safe: at once in this browser, two seconds later on the server. `saveNow` throws a sentence when the
 * server refuses; the form itself is never touched by a failure.
 */
export function useAutosave(options: AutosaveOptions) {
  const [status, setStatus] = useState<SaveStatus>({ is: 'clean' })
  const [ad] = useState(() => new StoredAd(options.listingId, options.version, options.storedPhotos))
  const latest = useRef<Snapshot | null>(null)
  const settings = useLatest(options)
  const isInConflict = useRef(false)
  /** Something has been typed that no save has picked up yet. */
  const isWaiting = useRef(false)
  /** Saves take turns: a second one must not insert the draft again or undo what the first has stored. */
  const turn = useRef<Promise<void>>(Promise.resolve())
  const { saveSoon, stop } = useSaveTimer({
    save: () => saveNow(),
    isWorthRetrying: (error) => !isInConflict.current && !(error instanceof CannotBeStored),
    canSave: () => latest.current !== null && options.isDraft && !isInConflict.current,
    isWaiting: () => isWaiting.current,
  })

  const store = useCallback(
    async (userId: string, snapshot: Snapshot): Promise<void> => {
      isWaiting.current = false
      const { listingId, keep, attributesOf, onStored } = settings.current
      const { form, photos } = snapshot
      const problem = storageProblem(form)
      if (problem) throw new CannotBeStored(problem)
      const isFirst = ad.version === null
      await ad.storeText(userId, contentOf(form, attributesOf(form.category), keep))
      if (isFirst) {
        // At once: a page that is left now must find the way back to the row, and not take the copy here for an ad without one.
        const now = latest.current ?? snapshot
        await keepHere(ad, settings.current, now, now === snapshot)
        onStored()
      }
      await ad.storeSources(form)
      // The server has them, and an ad shows them: the copies here are not needed any more.
      for (const { id } of await ad.storePhotos(photos)) void forgetFile(id)
      if (latest.current !== snapshot) return
      const isWhole = photos.every(({ state }) => state.is === 'ready')
      await (isWhole ? forgetDraft(listingId) : keepHere(ad, settings.current, snapshot, true))
      setStatus({ is: 'saved', at: new Date() })
    },
    [ad, settings],
  )

  const saveNow = useCallback((): Promise<void> => {
    stop()
    const mine = turn.current
      .catch(() => {})
      .then(async () => {
        const { userId } = settings.current
        if (!latest.current || userId === null) return
        setStatus({ is: 'saving' })
        try {
          await store(userId, latest.current)
        } catch (error) {
          isInConflict.current = error instanceof ChangedElsewhere
          setStatus(statusOf(error))
          throw error
        }
      })
    turn.current = mine
    return mine
  }, [settings, stop, store])

  const changed = useCallback(
    (form: PostForm, photos: readonly PostPhoto[]) => {
      latest.current = { form, photos }
      const { userId, listingId, isDraft } = settings.current
      if (ad.version === null && isBlank(form) && photos.length === 0) {
        // All has been taken out again.
        void forgetDraft(listingId)
        return
      }
      void keepHere(ad, settings.current, latest.current, false)
      if (isInConflict.current) return
      setStatus({ is: userId === null ? 'kept' : 'changed' })
      if (userId === null) return
      isWaiting.current = true
      if (isDraft) saveSoon()
    },
    [ad, settings, saveSoon],
  )

  /** What is in this form wins over what was changed elsewhere; the person has seen that there is something. */
  const overwrite = useCallback(
    (now: OwnListing): Promise<void> => {
      ad.goOnFrom(now)
      isInConflict.current = false
      return saveNow()
    },
    [ad, saveNow],
  )

  return { status, changed, saveNow, overwrite, stop }
}

/** Writes the copy that stays in this browser. */
function keepHere(
  ad: StoredAd,
  { userId, listingId }: AutosaveOptions,
  { form, photos }: Snapshot,
  isTextSaved: boolean,
): Promise<void> {
  return writeDraft({
    userId,
    listingId,
    tab: thisTab(),
    stored: ad.version !== null,
    version: ad.version,
    form,
    photos: photos.map(({ id, path, name, alt }) => ({ id, path, name, alt })),
    storedPhotos: ad.photos.map((row) => row.id),
    changedAt: Date.now(),
    isTextSaved,
  })
}

function statusOf(error: unknown): SaveStatus {
  if (error instanceof ChangedElsewhere) return { is: 'conflict', now: error.now }
  const isOffline = error instanceof RequestFailed && error.isOffline
  return isOffline ? { is: 'offline' } : { is: 'failed', message: sentenceOf(error) }
}

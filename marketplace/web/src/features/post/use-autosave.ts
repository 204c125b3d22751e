import { useCallback, useRef, useState } from 'react'
import { RequestFailed, sentenceOf } from '../../lib/data/failure.ts'
import { ChangedElsewhere } from './api.ts'
import { isBlank } from './draft.ts'
import { forgetDraft, forgetFile, writeDraft } from './kept.ts'
import { contentOf, type KeptContent, type ListingPhotoRow, type OwnListing, type PostForm } from './listing-form.ts'
import { thisTab } from './open-tabs.ts'
import type { PostPhoto } from './photos.ts'
import { storageProblem } from './rules.ts'
import { StoredAd } from './stored-ad.ts'
import type { Attribute } from './types.ts'
import { useLatest } from './use-latest.ts'
import { useSaveTimer } from './use-save-timer.ts'

/** A field is too long for a draft; retrying is useless. */
class CannotBeStored extends Error {
  override readonly name = 'CannotBeStored'
}

/** A save without an answer for longer is not about to end: the connection may be cut without the browser knowing. */
const LONG_SAVE_MS = 1500

export type SaveStatus =
  | { is: 'clean' }
  | { is: 'changed' }
  | { is: 'saving' }
  /** Still no answer; the copy in this browser is complete. */
  | { is: 'unanswered' }
  | { is: 'saved'; at: Date }
  /** Saved in this browser only (guest). */
  | { is: 'kept' }
  | { is: 'offline' }
  /** Changed elsewhere, to `now` (null: deleted). Saving stops until the user decides. */
  | { is: 'conflict'; now: OwnListing | null }
  | { is: 'failed'; message: string }

export interface AutosaveOptions {
  /** Null for guests: saved in this browser only. */
  userId: string | null
  listingId: string
  /** Published ads are saved only on request. */
  isDraft: boolean
  /** Version of the stored ad; null without a row. */
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

/** Saves the form immediately in this browser, and after two seconds on the server. `saveNow` throws the server's message. */
export function useAutosave(options: AutosaveOptions) {
  const [status, setStatus] = useState<SaveStatus>({ is: 'clean' })
  const [ad] = useState(() => new StoredAd(options.listingId, options.version, options.storedPhotos))
  const latest = useRef<Snapshot | null>(null)
  const settings = useLatest(options)
  const isInConflict = useRef(false)
  /** Unsaved input exists. */
  const isWaiting = useRef(false)
  /** Saves are sequential, so that a draft is inserted once. */
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
        // Immediately, so that a page left now finds the row again.
        const now = latest.current ?? snapshot
        await keepHere(ad, settings.current, now, now === snapshot)
        onStored()
      }
      await ad.storeSources(form)
      // Stored: the local copies can go.
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
        const long = setTimeout(() => setStatus({ is: 'unanswered' }), LONG_SAVE_MS)
        try {
          await store(userId, latest.current)
        } catch (error) {
          isInConflict.current = error instanceof ChangedElsewhere
          setStatus(statusOf(error))
          throw error
        } finally {
          clearTimeout(long)
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

  /** Overwrites the other version with this form. */
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

/** Writes the local copy. */
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

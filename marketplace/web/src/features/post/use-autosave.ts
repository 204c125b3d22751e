import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestFailed, sentenceOf } from '../../app/failure.ts'
import { ChangedElsewhere, insertDraft, noteProvenance, storePhotos, updateListing } from './api.ts'
import { contentOf, isBlank, isSaved, type KeptContent } from './draft.ts'
import { forgetDraft, forgetFile, writeDraft } from './kept.ts'
import { thisTab } from './open-tabs.ts'
import type { PostPhoto } from './photos.ts'
import { provenanceOf } from './provenance.ts'
import { storageProblem } from './schema.ts'
import type { Attribute, ListingContent, ListingPhotoRow, OwnListing, PostForm } from './types.ts'

/** There is more in a field than a draft can hold; trying again would change nothing. Says which one. */
class CannotBeStored extends Error {
  override readonly name = 'CannotBeStored'
}

/** How long the typing must rest before the draft goes to the server. */
const QUIET_MS = 2000
/** After a save that failed, doubled each time. */
const RETRY_MS = { first: 2000, most: 30_000 }

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
  const latest = useRef<Snapshot | null>(null)
  const settings = useRef(options)
  settings.current = options
  const version = useRef(options.version)
  const rows = useRef(options.storedPhotos)
  /** What was sent without an answer: it may have arrived. */
  const unanswered = useRef<ListingContent | null>(null)
  const isInConflict = useRef(false)
  /** What the server knows of where the fields come from; null until this page has told it. */
  const noted = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pause = useRef(RETRY_MS.first)
  /** Something has been typed that no save has picked up yet. */
  const isWaiting = useRef(false)
  /** Saves take turns: a second one must not insert the draft again or undo what the first has stored. */
  const turn = useRef<Promise<void>>(Promise.resolve())

  const keepHere = useCallback(({ form, photos }: Snapshot, isTextSaved: boolean) => {
    const { userId, listingId } = settings.current
    return writeDraft({
      userId,
      listingId,
      tab: thisTab(),
      stored: version.current !== null,
      version: version.current,
      form,
      photos: photos.map(({ id, path, name, alt }) => ({ id, path, name, alt })),
      storedPhotos: rows.current.map((row) => row.id),
      changedAt: Date.now(),
      isTextSaved,
    })
  }, [])

  const storeContent = useCallback(async (owner: string, content: ListingContent): Promise<number> => {
    const { listingId } = settings.current
    try {
      if (version.current === null) return await insertDraft(listingId, owner, content)
      return await updateListing(listingId, owner, content, version.current)
    } catch (error) {
      const lost = unanswered.current
      if (error instanceof RequestFailed && error.isOffline) unanswered.current = content
      const isOurs = error instanceof ChangedElsewhere && error.now && lost && isSaved(error.now, lost)
      if (isOurs && error.now) return updateListing(listingId, owner, content, error.now.version)
      throw error
    }
  }, [])

  const store = useCallback(async (): Promise<void> => {
    const snapshot = latest.current
    const { userId, listingId, keep, attributesOf, onStored } = settings.current
    if (!snapshot || userId === null) return
    isWaiting.current = false
    const problem = storageProblem(snapshot.form)
    if (problem) throw new CannotBeStored(problem)
    const isFirst = version.current === null
    const content = contentOf(snapshot.form, attributesOf(snapshot.form.category), keep)
    version.current = await storeContent(userId, content)
    // At once: a page that is reloaded while its photos go up has to find the way back to what is on the server now.
    if (isFirst) onStored()
    unanswered.current = null
    pause.current = RETRY_MS.first
    const sources = provenanceOf(snapshot.form)
    if (noted.current !== JSON.stringify(sources) && Object.keys(snapshot.form.taken).length > 0) {
      await noteProvenance(listingId, sources)
      noted.current = JSON.stringify(sources)
    }
    const before = rows.current
    rows.current = await storePhotos(listingId, before, snapshot.photos)
    // The server has them, and an ad shows them: the copies here are not needed any more.
    for (const { id } of rows.current) if (!before.some((row) => row.id === id)) void forgetFile(id)
    if (latest.current === snapshot) {
      const isWhole = snapshot.photos.every(({ state }) => state.is === 'ready')
      await (isWhole ? forgetDraft(listingId) : keepHere(snapshot, true))
      setStatus({ is: 'saved', at: new Date() })
    }
  }, [keepHere, storeContent])

  const saveNow = useCallback((): Promise<void> => {
    clearTimeout(timer.current)
    const mine = turn.current
      .catch(() => {})
      .then(async () => {
        if (!latest.current || settings.current.userId === null) return
        setStatus({ is: 'saving' })
        try {
          await store()
        } catch (error) {
          isInConflict.current = error instanceof ChangedElsewhere
          setStatus(statusOf(error))
          throw error
        }
      })
    turn.current = mine
    return mine
  }, [store])

  const schedule = useCallback(
    (delay: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // A save that fails in the background shows in the header; it is tried again until it gets through.
        saveNow().catch((error: unknown) => {
          if (!isInConflict.current && !(error instanceof CannotBeStored)) schedule(pause.current)
          pause.current = Math.min(RETRY_MS.most, pause.current * 2)
        })
      }, delay)
    },
    [saveNow],
  )

  const changed = useCallback(
    (form: PostForm, photos: readonly PostPhoto[]) => {
      latest.current = { form, photos }
      const { userId, listingId, isDraft } = settings.current
      if (version.current === null && isBlank(form) && photos.length === 0) {
        // All has been taken out again.
        void forgetDraft(listingId)
        return
      }
      void keepHere(latest.current, false)
      if (isInConflict.current) return
      setStatus({ is: userId === null ? 'kept' : 'changed' })
      if (userId === null) return
      isWaiting.current = true
      if (isDraft) schedule(QUIET_MS)
    },
    [schedule, keepHere],
  )

  /** What is in this form wins over what was changed elsewhere; the person has seen that there is something. */
  const overwrite = useCallback(
    (now: OwnListing): Promise<void> => {
      version.current = now.version
      rows.current = now.listing_photos
      isInConflict.current = false
      return saveNow()
    },
    [saveNow],
  )

  useEffect(() => {
    const tryAgain = () => {
      if (latest.current && settings.current.isDraft && !isInConflict.current) schedule(0)
    }
    // A phone may never come back to a tab that it has put away: what waits for a quiet moment goes now.
    const leaving = () => {
      if (document.visibilityState === 'hidden' && isWaiting.current) tryAgain()
    }
    window.addEventListener('online', tryAgain)
    document.addEventListener('visibilitychange', leaving)
    return () => {
      window.removeEventListener('online', tryAgain)
      document.removeEventListener('visibilitychange', leaving)
      clearTimeout(timer.current)
    }
  }, [schedule])

  return { status, changed, saveNow, overwrite, stop: useCallback(() => clearTimeout(timer.current), []) }
}

function statusOf(error: unknown): SaveStatus {
  if (error instanceof ChangedElsewhere) return { is: 'conflict', now: error.now }
  const isOffline = error instanceof RequestFailed && error.isOffline
  return isOffline ? { is: 'offline' } : { is: 'failed', message: sentenceOf(error) }
}

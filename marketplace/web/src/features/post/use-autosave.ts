import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestFailed, sentenceOf } from '../../app/failure.ts'
import { insertDraft, storePhotos, updateListing } from './api.ts'
import { contentOf, isBlank, type KeptContent, writeLocalCopy } from './draft.ts'
import type { PostPhoto } from './photos.ts'
import type { Attribute, ListingPhotoRow, PostForm } from './types.ts'

/** How long the typing must rest before the draft goes to the server. */
const QUIET_MS = 2000
const RETRY_MS = 10_000

export type SaveStatus =
  | { is: 'clean' }
  | { is: 'changed' }
  | { is: 'saving' }
  | { is: 'saved'; at: Date }
  | { is: 'offline' }
  | { is: 'failed'; message: string }

export interface AutosaveOptions {
  userId: string
  listingId: string
  /** Drafts are saved while one types; an ad on offer changes only when its seller says so. */
  isDraft: boolean
  isStored: boolean
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
  const isStored = useRef(options.isStored)
  const rows = useRef(options.storedPhotos)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Something has been typed that no save has picked up yet. */
  const isWaiting = useRef(false)
  /** Saves take turns: a second one must not insert the draft again or undo what the first has stored. */
  const turn = useRef<Promise<void>>(Promise.resolve())

  const store = useCallback(async (): Promise<void> => {
    const snapshot = latest.current
    if (!snapshot) return
    isWaiting.current = false
    const { userId, listingId, keep, attributesOf, onStored } = settings.current
    const content = contentOf(snapshot.form, attributesOf(snapshot.form.category), keep)
    if (isStored.current) await updateListing(listingId, content)
    else await insertDraft(listingId, content)
    const isFirst = !isStored.current
    isStored.current = true
    rows.current = await storePhotos(listingId, rows.current, snapshot.photos)
    if (latest.current === snapshot) {
      writeLocalCopy({ userId, listingId, stored: true, form: snapshot.form, changedAt: Date.now(), synced: true })
      setStatus({ is: 'saved', at: new Date() })
    }
    if (isFirst) onStored()
  }, [])

  const saveNow = useCallback((): Promise<void> => {
    clearTimeout(timer.current)
    const mine = turn.current
      .catch(() => {})
      .then(async () => {
        setStatus({ is: 'saving' })
        try {
          await store()
        } catch (error) {
          const isOffline = error instanceof RequestFailed && error.isOffline
          setStatus(isOffline ? { is: 'offline' } : { is: 'failed', message: sentenceOf(error) })
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
        saveNow().catch(() => schedule(RETRY_MS))
      }, delay)
    },
    [saveNow],
  )

  const changed = useCallback(
    (form: PostForm, photos: readonly PostPhoto[]) => {
      latest.current = { form, photos }
      const { userId, listingId, isDraft } = settings.current
      if (!isStored.current && isBlank(form) && photos.length === 0) return
      writeLocalCopy({ userId, listingId, stored: isStored.current, form, changedAt: Date.now(), synced: false })
      setStatus({ is: 'changed' })
      isWaiting.current = true
      if (isDraft) schedule(QUIET_MS)
    },
    [schedule],
  )

  useEffect(() => {
    const tryAgain = () => {
      if (latest.current && settings.current.isDraft) schedule(0)
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

  return { status, changed, saveNow, stop: useCallback(() => clearTimeout(timer.current), []) }
}

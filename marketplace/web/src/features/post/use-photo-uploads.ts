import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { newId } from '../../lib/new-id.ts'
import { removeFiles } from './api.ts'
import { forgetFile, type KeptFile, noteUpload, readFile, writeFile } from './kept.ts'
import type { ListingPhotoRow } from './listing-form.ts'
import type { PhotoAction, PostPhoto } from './photos.ts'
import { preparePhoto } from './prepare-photo.ts'
import { cancelUpload, loadUploader, uploadPhoto } from './upload.ts'
import { useQueue } from './use-queue.ts'

/** Checked separately from uploads, so that invalid files are reported immediately. */
const LOOKS_AT_ONCE = 2
/** More would not be faster on phones. */
const UPLOADS_AT_ONCE = 2

interface UploadsOptions {
  /** Null for guests. */
  userId: string | null
  listingId: string
  /** Pending photos to resume. */
  start: readonly PostPhoto[]
  stored: readonly ListingPhotoRow[]
  dispatch: Dispatch<PhotoAction>
  show: (id: string, blob: Blob) => void
  /** Called with a suggestion for a photo. */
  onHint: (hint: string) => void
}

/** Stores, prepares and uploads each photo independently. */
export function usePhotoUploads({ userId, listingId, start, stored, dispatch, show, onHint }: UploadsOptions) {
  const [isAtRisk, setIsAtRisk] = useState(false)
  const files = useRef(new Map<string, KeptFile>())
  const looks = useQueue(LOOKS_AT_ONCE, look)
  const uploads = useQueue(UPLOADS_AT_ONCE, send)

  const keep = (id: string, file: KeptFile): Promise<void> => {
    files.current.set(id, file)
    return writeFile(id, file).then((isKept) => setIsAtRisk((before) => before || !isKept))
  }

  /** Prepares a photo, then uploads it; resumable. */
  async function look(id: string, signal: AbortSignal): Promise<void> {
    const file = files.current.get(id) ?? (await readFile(id))
    if (signal.aborted) return
    if (!file) return fail(id, t('post.photo.gone'), false)
    if (!files.current.has(id)) {
      files.current.set(id, file)
      show(id, file.blob)
    }
    const ready = file.isPrepared ? file : await prepare(id, file, signal)
    if (!ready || signal.aborted) return
    if (userId === null) return dispatch({ type: 'state', id, state: { is: 'kept' } })
    uploads.enqueue(id)
  }

  async function send(id: string, signal: AbortSignal): Promise<void> {
    const file = files.current.get(id)
    if (file && userId !== null) await upload(id, file, userId, signal)
  }

  async function prepare(id: string, file: KeptFile, signal: AbortSignal): Promise<KeptFile | null> {
    const prepared = await preparePhoto(file.blob, file.name)
    if (signal.aborted) return null
    if (!prepared.ok) {
      fail(id, prepared.reason, prepared.canRetry)
      return null
    }
    if (prepared.hint) onHint(prepared.hint)
    const small = { ...file, blob: prepared.blob, isPrepared: true }
    await keep(id, small)
    if (prepared.blob !== file.blob && !signal.aborted) show(id, prepared.blob)
    return small
  }

  async function upload(id: string, file: KeptFile, owner: string, signal: AbortSignal): Promise<void> {
    // Reuse the name, so that retries are idempotent.
    const isOwn = file.path?.startsWith(`${owner}/`)
    const path = isOwn && file.path ? file.path : `${owner}/${listingId}/${newId()}`
    const note = (uploadUrl: string | null) => {
      files.current.set(id, { ...file, path, uploadUrl })
      return noteUpload(id, { path, uploadUrl })
    }
    await note(isOwn ? file.uploadUrl : null)
    dispatch({ type: 'progress', id, progress: 0 })
    const uploaded = await uploadPhoto({
      path,
      blob: file.blob,
      uploadUrl: isOwn ? file.uploadUrl : null,
      signal,
      onAddress: (uploadUrl) => void note(uploadUrl),
      onProgress: (progress) => dispatch({ type: 'progress', id, progress }),
      onPause: () => dispatch({ type: 'pause', id }),
    })
    if (uploaded.ok) dispatch({ type: 'uploaded', id, path })
    else if (!uploaded.left) fail(id, uploaded.reason, uploaded.canRetry)
  }

  function fail(id: string, reason: string, canRetry: boolean): void {
    if (!canRetry) void forgetFile(id)
    dispatch({ type: 'state', id, state: { is: 'failed', reason, canRetry } })
  }

  const resume = useEffectEvent(() => {
    for (const photo of start) if (photo.state.is === 'waiting') looks.enqueue(photo.id)
  })
  useEffect(() => {
    resume()
    // Load now, in case the connection is lost.
    if (userId !== null) loadUploader()
  }, [userId])

  return {
    /** A photo is not stored anywhere yet. */
    isAtRisk,
    /** Stores a new photo in this browser. */
    keep: (id: string, picture: Pick<KeptFile, 'blob' | 'name' | 'isPrepared'>): Promise<void> =>
      keep(id, { ...picture, listingId, path: null, uploadUrl: null }),
    begin: looks.enqueue,
    blobOf: (id: string): Blob | undefined => files.current.get(id)?.blob,
    /** Cancels a photo; stored ones are removed by the next save. */
    end(photo: PostPhoto): void {
      looks.cancel(photo.id)
      uploads.cancel(photo.id)
      const uploadUrl = files.current.get(photo.id)?.uploadUrl
      if (photo.state.is !== 'ready' && uploadUrl) void cancelUpload(uploadUrl)
      if (photo.path && files.current.has(photo.id) && !stored.some((row) => row.id === photo.id))
        forgetLater(photo.path)
      files.current.delete(photo.id)
      void forgetFile(photo.id)
    },
  }
}

// After the next save, which removes its row first.
function forgetLater(path: string): void {
  setTimeout(() => void removeFiles([path]), 10_000)
}

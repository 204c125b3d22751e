import { useEffect, useReducer, useRef, useState } from 'react'
import { newId } from '../../app/new-id.ts'
import { t } from '../../i18n/t.ts'
import { readPhotoFile, removeFiles } from './api.ts'
import { forgetFile, type KeptFile, noteUpload, readFile, writeFile } from './kept.ts'
import { type PostPhoto, photosReducer, roomFor } from './photos.ts'
import { preparePhoto } from './prepare-photo.ts'
import type { ListingPhotoRow } from './types.ts'
import { cancelUpload, loadUploader, uploadPhoto } from './upload.ts'
import { usePreviews } from './use-previews.ts'
import { useQueue } from './use-queue.ts'

/** Looked at apart from the uploads, so that what is no photo is told at once, however slow the connection is. */
const LOOKS_AT_ONCE = 2
/** Two at once fill a phone's uplink; more would only make every bar slow. */
const UPLOADS_AT_ONCE = 2

export interface Photos {
  list: PostPhoto[]
  /** What was said about the last choice of files, such as how many were left out. */
  notice: string | undefined
  /** What could be better about a photo that was taken. */
  hint: string | undefined
  isUploading: boolean
  add: (files: Iterable<File>) => void
  retry: (id: string) => void
  remove: (id: string) => void
  move: (from: number, to: number) => void
  describe: (id: string, alt: string) => void
  /** A quarter turn clockwise. */
  turn: (id: string) => Promise<void>
}

interface PhotosOptions {
  /** Null for a guest: photos then stay in this browser until somebody signs in. */
  userId: string | null
  listingId: string
  start: readonly PostPhoto[]
  stored: readonly ListingPhotoRow[]
}

/** The photos of one ad and their way to the storage service. Each photo fails and succeeds by itself. */
export function usePhotos({ userId, listingId, start, stored }: PhotosOptions): Photos {
  const [list, dispatch] = useReducer(photosReducer, [...start])
  const [notice, setNotice] = useState<string>()
  const [hint, setHint] = useState<string>()
  const [isAtRisk, setIsAtRisk] = useState(false)
  const files = useRef(new Map<string, KeptFile>())
  const looks = useQueue(LOOKS_AT_ONCE, look)
  const uploads = useQueue(UPLOADS_AT_ONCE, send)
  const previews = usePreviews()

  const keep = (id: string, file: KeptFile): Promise<void> => {
    files.current.set(id, file)
    return writeFile(id, file).then((isKept) => setIsAtRisk((before) => before || !isKept))
  }
  const show = (id: string, blob: Blob) => dispatch({ type: 'show', id, previewUrl: previews.urlOf(blob, id) })

  /** One photo's way: read and made small, then uploaded. Called again, it goes on where it was. */
  async function look(id: string, signal: AbortSignal): Promise<void> {
    const file = files.current.get(id) ?? (await readFile(id))
    if (signal.aborted) return
    if (!file) return fail(id, t('This photo is not in this browser any more. Add it again.'), false)
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
    if (prepared.hint) setHint(prepared.hint)
    const small = { ...file, blob: prepared.blob, isPrepared: true }
    await keep(id, small)
    if (prepared.blob !== file.blob && !signal.aborted) show(id, prepared.blob)
    return small
  }

  async function upload(id: string, file: KeptFile, owner: string, signal: AbortSignal): Promise<void> {
    // One name for all attempts, so that a picture whose last answer got lost is not stored twice.
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

  const add = (offered: Iterable<File>) => {
    const chosen = [...offered]
    const kept = list.filter((photo) => photo.state.is !== 'failed').length
    const { taken, message } = roomFor(kept, chosen.length)
    setNotice(message)
    setHint(undefined)
    const added = chosen.slice(0, taken).map((file) => ({ file, photo: waitingPhoto(file, previews.urlOf) }))
    dispatch({ type: 'add', photos: added.map(({ photo }) => photo) })
    for (const { file, photo } of added) {
      void keep(photo.id, { listingId, blob: file, name: file.name, isPrepared: false, path: null, uploadUrl: null })
      looks.enqueue(photo.id)
    }
  }

  const retry = (id: string) => {
    dispatch({ type: 'state', id, state: { is: 'waiting' } })
    looks.enqueue(id)
  }

  /** Ends a photo's way and takes back what the server has of it, unless a row shows it: that goes with the next save. */
  const letGo = (photo: PostPhoto) => {
    looks.cancel(photo.id)
    uploads.cancel(photo.id)
    const uploadUrl = files.current.get(photo.id)?.uploadUrl
    if (photo.state.is !== 'ready' && uploadUrl) void cancelUpload(uploadUrl)
    if (photo.path && files.current.has(photo.id) && !stored.some((row) => row.id === photo.id)) forgetLater(photo.path)
    files.current.delete(photo.id)
    void forgetFile(photo.id)
    previews.forget(photo.id)
  }

  const remove = (id: string) => {
    const photo = list.find((candidate) => candidate.id === id)
    if (photo) letGo(photo)
    dispatch({ type: 'remove', id })
  }

  const turn = async (id: string) => {
    const photo = list.find((candidate) => candidate.id === id)
    if (!photo) return
    const blob = files.current.get(id)?.blob ?? (photo.path ? await readPhotoFile(photo.path) : null)
    const turned = blob && (await preparePhoto(blob, photo.name || 'photo.jpg', 1))
    if (!turned?.ok) return setNotice(t('This photo could not be turned. Check your connection, then try again.'))
    // A picture that was turned is another picture: stored ones are never written over.
    const turnedId = newId()
    const by: PostPhoto = {
      ...photo,
      id: turnedId,
      slot: photo.slot ?? photo.id,
      path: null,
      previewUrl: previews.urlOf(turned.blob, turnedId),
      state: { is: 'waiting' },
    }
    letGo(photo)
    await keep(by.id, { listingId, blob: turned.blob, name: photo.name, isPrepared: true, path: null, uploadUrl: null })
    dispatch({ type: 'replace', id, by })
    looks.enqueue(by.id)
  }

  // What an earlier visit left behind goes on by itself.
  const resume = useRef(() => {
    for (const photo of start) if (photo.state.is === 'waiting') looks.enqueue(photo.id)
  })
  useEffect(() => {
    resume.current()
    // Here before the connection is gone, and for the next visit without one.
    if (userId !== null) loadUploader()
  }, [userId])

  const isUploading = list.some(({ state }) => state.is === 'waiting' || state.is === 'uploading')
  useLeaveWarning(isUploading && isAtRisk)

  return {
    list,
    notice,
    hint,
    isUploading,
    add,
    retry,
    remove,
    move: (from, to) => dispatch({ type: 'move', from, to }),
    describe: (id, alt) => dispatch({ type: 'alt', id, alt }),
    turn,
  }
}

// After the next save, which removes the row if there is one: a file must not vanish under a row that still shows it.
function forgetLater(path: string): void {
  setTimeout(() => void removeFiles([path]), 10_000)
}

function waitingPhoto(file: File, urlOf: (blob: Blob, id: string) => string): PostPhoto {
  const id = newId()
  const isPicture = file.type.startsWith('image/')
  return {
    id,
    path: null,
    previewUrl: isPicture ? urlOf(file, id) : null,
    name: file.name,
    alt: '',
    state: { is: 'waiting' },
  }
}

// Only where the browser could not keep the picture: everywhere else nothing is lost by leaving.
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}

import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { removeFiles } from './api.ts'
import { newId } from './ids.ts'
import { openPhotos, type PostPhoto, photosReducer, roomFor } from './photos.ts'
import { preparePhoto } from './prepare-photo.ts'
import type { ListingPhotoRow } from './types.ts'
import { uploadPhoto } from './upload.ts'

/** Two at once fill a phone's uplink; more would only make every bar slow. */
const UPLOADS_AT_ONCE = 2

export interface Photos {
  list: PostPhoto[]
  /** What was said about the last choice of files, such as how many were left out. */
  notice: string | undefined
  isUploading: boolean
  add: (files: Iterable<File>) => void
  retry: (id: string) => void
  remove: (id: string) => void
  move: (from: number, to: number) => void
  describe: (id: string, alt: string) => void
}

interface Job {
  id: string
  file: File
  abort: AbortController
}

/** The photos of one ad and their way to the storage service. Each photo fails and succeeds by itself. */
export function usePhotos(userId: string, listingId: string, stored: readonly ListingPhotoRow[]): Photos {
  const [list, dispatch] = useReducer(photosReducer, stored, openPhotos)
  const [notice, setNotice] = useState<string>()
  const files = useRef(new Map<string, File>())
  const jobs = useUploadQueue((job) => transport(job))

  async function transport({ id, file, abort }: Job): Promise<void> {
    const setState = (state: PostPhoto['state']) => dispatch({ type: 'state', id, state })
    setState({ is: 'uploading', progress: 0 })
    const prepared = await preparePhoto(file)
    if (abort.signal.aborted) return
    if (!prepared.ok) return setState({ is: 'failed', reason: prepared.reason, canRetry: prepared.canRetry })
    // A new name for each attempt: an upload whose answer got lost may exist already.
    const path = `${userId}/${listingId}/${newId()}`
    const uploaded = await uploadPhoto({
      path,
      blob: prepared.blob,
      signal: abort.signal,
      onProgress: (progress) => setState({ is: 'uploading', progress }),
    })
    if (abort.signal.aborted) return
    if (uploaded.ok) dispatch({ type: 'uploaded', id, path })
    else setState({ is: 'failed', reason: uploaded.reason, canRetry: uploaded.canRetry })
  }

  const add = (offered: Iterable<File>) => {
    const chosen = [...offered]
    const kept = list.filter((photo) => photo.state.is !== 'failed').length
    const { taken, message } = roomFor(kept, chosen.length)
    setNotice(message)
    const added = chosen.slice(0, taken).map((file) => ({ file, photo: waitingPhoto(file) }))
    dispatch({ type: 'add', photos: added.map(({ photo }) => photo) })
    for (const { file, photo } of added) {
      files.current.set(photo.id, file)
      jobs.enqueue({ id: photo.id, file, abort: new AbortController() })
    }
  }

  const retry = (id: string) => {
    const file = files.current.get(id)
    if (!file) return
    dispatch({ type: 'state', id, state: { is: 'waiting' } })
    jobs.enqueue({ id, file, abort: new AbortController() })
  }

  const remove = (id: string) => {
    jobs.cancel(id)
    const photo = list.find((candidate) => candidate.id === id)
    if (photo?.previewUrl) URL.revokeObjectURL(photo.previewUrl)
    // Rows that exist already are removed together with their files at the next save; a file without a row goes now.
    if (photo?.path && !stored.some((row) => row.id === id) && files.current.has(id)) forgetLater(photo.path)
    files.current.delete(id)
    dispatch({ type: 'remove', id })
  }

  const isUploading = list.some(({ state }) => state.is === 'waiting' || state.is === 'uploading')
  useLeaveWarning(isUploading)

  return {
    list,
    notice,
    isUploading,
    add,
    retry,
    remove,
    move: (from, to) => dispatch({ type: 'move', from, to }),
    describe: (id, alt) => dispatch({ type: 'alt', id, alt }),
  }
}

// After the next save, which removes the row if there is one: a file must not vanish under a row that still shows it.
function forgetLater(path: string): void {
  setTimeout(() => void removeFiles([path]), 10_000)
}

function waitingPhoto(file: File): PostPhoto {
  const isPicture = file.type.startsWith('image/')
  return {
    id: newId(),
    path: null,
    previewUrl: isPicture ? URL.createObjectURL(file) : null,
    name: file.name,
    alt: '',
    state: { is: 'waiting' },
  }
}

// The only loss that cannot be made good: text is kept in this browser, a half-sent picture is not.
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}

function useUploadQueue(run: (job: Job) => Promise<void>) {
  const waiting = useRef<Job[]>([])
  const running = useRef(new Map<string, Job>())
  const current = useRef(run)
  current.current = run

  const next = useCallback(() => {
    while (running.current.size < UPLOADS_AT_ONCE) {
      const job = waiting.current.shift()
      if (!job) return
      running.current.set(job.id, job)
      void current.current(job).finally(() => {
        running.current.delete(job.id)
        next()
      })
    }
  }, [])

  useEffect(() => {
    const active = running.current
    return () => {
      waiting.current = []
      for (const job of active.values()) job.abort.abort()
    }
  }, [])

  return {
    enqueue(job: Job) {
      waiting.current.push(job)
      next()
    },
    cancel(id: string) {
      waiting.current = waiting.current.filter((job) => job.id !== id)
      running.current.get(id)?.abort.abort()
    },
  }
}

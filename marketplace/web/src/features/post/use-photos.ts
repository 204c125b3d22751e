import { useEffect, useReducer, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { newId } from '../../lib/new-id.ts'
import { readPhotoFile } from './api.ts'
import type { ListingPhotoRow } from './listing-form.ts'
import { type PostPhoto, photosReducer, roomFor } from './photos.ts'
import { preparePhoto } from './prepare-photo.ts'
import { usePhotoUploads } from './use-photo-uploads.ts'

export interface Photos {
  list: PostPhoto[]
  /** Message about the last selection of files. */
  notice: string | undefined
  /** Suggestion for a photo. */
  hint: string | undefined
  isUploading: boolean
  add: (files: Iterable<File>) => void
  retry: (id: string) => void
  remove: (id: string) => void
  move: (from: number, to: number) => void
  describe: (id: string, alt: string) => void
  turn: (id: string) => Promise<void>
}

interface PhotosOptions {
  /** Null for guests. */
  userId: string | null
  listingId: string
  start: readonly PostPhoto[]
  stored: readonly ListingPhotoRow[]
}

/** An ad's photos, their actions and progress. */
export function usePhotos({ userId, listingId, start, stored }: PhotosOptions): Photos {
  const [list, dispatch] = useReducer(photosReducer, [...start])
  const [notice, setNotice] = useState<string>()
  const [hint, setHint] = useState<string>()
  const previews = usePreviews()
  const show = (id: string, blob: Blob) => dispatch({ type: 'show', id, previewUrl: previews.urlOf(blob, id) })
  const uploads = usePhotoUploads({ userId, listingId, start, stored, dispatch, show, onHint: setHint })

  const add = (offered: Iterable<File>) => {
    const chosen = [...offered]
    const kept = list.filter((photo) => photo.state.is !== 'failed').length
    const { taken, message } = roomFor(kept, chosen.length)
    setNotice(message)
    setHint(undefined)
    const added = chosen.slice(0, taken).map((file) => ({ file, photo: waitingPhoto(file, previews.urlOf) }))
    dispatch({ type: 'add', photos: added.map(({ photo }) => photo) })
    for (const { file, photo } of added) {
      void uploads.keep(photo.id, { blob: file, name: file.name, isPrepared: false })
      uploads.begin(photo.id)
    }
  }

  const retry = (id: string) => {
    dispatch({ type: 'state', id, state: { is: 'waiting' } })
    uploads.begin(id)
  }

  const letGo = (photo: PostPhoto) => {
    uploads.end(photo)
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
    const blob = uploads.blobOf(id) ?? (photo.path ? await readPhotoFile(photo.path) : null)
    const turned = blob && (await preparePhoto(blob, photo.name || 'photo.jpg', 1))
    if (!turned?.ok) return setNotice(t('post.photo.notTurned'))
    // Stored photos are immutable: a rotation is a new photo.
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
    await uploads.keep(by.id, { blob: turned.blob, name: photo.name, isPrepared: true })
    dispatch({ type: 'replace', id, by })
    uploads.begin(by.id)
  }

  const isUploading = list.some(({ state }) => state.is === 'waiting' || state.is === 'uploading')
  useLeaveWarning(isUploading && uploads.isAtRisk)

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

// Warns before leaving if a photo is not stored in this browser.
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}

/** Time for the replacement to render. */
const SWAP_MS = 5000

/** Object URLs of photos, revoked when unused. */
function usePreviews() {
  const urls = useRef(new Map<string, string>())
  useEffect(() => {
    const known = urls.current
    return () => {
      for (const url of known.values()) URL.revokeObjectURL(url)
    }
  }, [])
  const [previews] = useState(() => ({
    urlOf(blob: Blob, id: string): string {
      previews.forget(id)
      const url = URL.createObjectURL(blob)
      urls.current.set(id, url)
      return url
    },
    forget(id: string): void {
      const url = urls.current.get(id)
      urls.current.delete(id)
      if (url) setTimeout(() => URL.revokeObjectURL(url), SWAP_MS)
    },
  }))
  return previews
}

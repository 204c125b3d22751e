import { LIMITS } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import type { ListingPhotoRow } from './listing-form.ts'

/** An ad's photos in the form. Pure functions only; uploads and storage are elsewhere. */
export interface PostPhoto {
  /** Also the id in listing_photos. */
  id: string
  /** Id of the photo it replaced after a rotation, used as React key. */
  slot?: string
  /** Object path; null until uploaded. */
  path: string | null
  /** Local object URL. */
  previewUrl: string | null
  name: string
  alt: string
  state: PhotoState
}

type PhotoState =
  | { is: 'waiting' }
  /** Stored in this browser; uploads after sign-in. */
  | { is: 'kept' }
  /** `isPaused` while offline. */
  | { is: 'uploading'; progress: number; isPaused?: boolean }
  | { is: 'ready' }
  | { is: 'failed'; reason: string; canRetry: boolean }

export type PhotoAction =
  | { type: 'open'; photos: PostPhoto[] }
  | { type: 'add'; photos: PostPhoto[] }
  | { type: 'state'; id: string; state: PhotoState }
  | { type: 'progress'; id: string; progress: number }
  | { type: 'pause'; id: string }
  | { type: 'show'; id: string; previewUrl: string }
  | { type: 'uploaded'; id: string; path: string }
  | { type: 'replace'; id: string; by: PostPhoto }
  | { type: 'move'; from: number; to: number }
  | { type: 'alt'; id: string; alt: string }
  | { type: 'remove'; id: string }

export function isRefused({ state }: PostPhoto): boolean {
  return state.is === 'failed' && !state.canRetry
}

/** Rejected files sort last, so that indexes match positions in the ad. */
export function photosReducer(photos: PostPhoto[], action: PhotoAction): PostPhoto[] {
  switch (action.type) {
    case 'open':
      return action.photos
    case 'add':
      return refusedLast([...photos, ...action.photos])
    case 'state':
      return refusedLast(change(photos, action.id, () => ({ state: action.state })))
    case 'progress':
      return change(photos, action.id, () => ({ state: { is: 'uploading', progress: action.progress } }))
    case 'pause':
      return change(photos, action.id, ({ state }) => ({
        state: { is: 'uploading', progress: state.is === 'uploading' ? state.progress : 0, isPaused: true },
      }))
    case 'show':
      return change(photos, action.id, () => ({ previewUrl: action.previewUrl }))
    case 'uploaded':
      return change(photos, action.id, () => ({ path: action.path, state: { is: 'ready' } }))
    case 'replace':
      return change(photos, action.id, () => action.by)
    case 'move':
      return movePhoto(photos, action.from, action.to)
    case 'alt':
      return change(photos, action.id, () => ({ alt: action.alt }))
    case 'remove':
      return photos.filter((photo) => photo.id !== action.id)
  }
}

function refusedLast(photos: PostPhoto[]): PostPhoto[] {
  return [...photos.filter((photo) => !isRefused(photo)), ...photos.filter(isRefused)]
}

function change(photos: PostPhoto[], id: string, to: (photo: PostPhoto) => Partial<PostPhoto>): PostPhoto[] {
  return photos.map((photo) => (photo.id === id ? { ...photo, ...to(photo) } : photo))
}

/** Moves an item; returns the same list for invalid indexes. */
export function movePhoto<T>(photos: T[], from: number, to: number): T[] {
  const moved = photos[from]
  if (moved === undefined || from === to || to < 0 || to >= photos.length) return photos
  const rest = photos.filter((_, index) => index !== from)
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}

/** Without HEIC, phones convert to JPEG. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

const MEGABYTE = 1024 * 1024

/** Why a file is rejected by type or size; undefined if accepted. */
export function fileProblem(file: { name: string; type: string; size: number }): string | undefined {
  const isImage = file.type.startsWith('image/')
  if (!isImage && !/\.(jpe?g|png|webp|avif|heic|heif)$/i.test(file.name)) {
    return t('post.files.notPicture')
  }
  if (file.type === 'image/svg+xml') return t('post.files.drawing')
  if (file.size === 0) return t('post.files.empty')
  if (file.size > LIMITS.photos.maxBytes) {
    const megabytes = Math.ceil(file.size / MEGABYTE)
    return t('post.files.tooLarge', {
      megabytes,
      number: LIMITS.photos.maxMegabytes,
    })
  }
  return undefined
}

/** How many files still fit, and a message about the rest. */
export function roomFor(present: number, offered: number): { taken: number; message: string | undefined } {
  const taken = Math.max(0, Math.min(offered, LIMITS.photos.max - present))
  if (taken === offered) return { taken, message: undefined }
  const left = offered - taken
  return {
    taken,
    message: t('post.files.tooMany', {
      most: LIMITS.photos.max,
      left,
    }),
  }
}

/** Changes to listing_photos. */
export interface PhotoChanges {
  insert: ListingPhotoRow[]
  update: ListingPhotoRow[]
  remove: ListingPhotoRow[]
  wanted: ListingPhotoRow[]
}

export function photoChanges(stored: readonly ListingPhotoRow[], photos: readonly PostPhoto[]): PhotoChanges {
  const wanted = photos
    .filter((photo) => photo.path !== null && photo.state.is === 'ready')
    .map((photo, position) => ({ id: photo.id, path: photo.path ?? '', alt: photo.alt, position }))
  const storedById = new Map(stored.map((row) => [row.id, row]))
  const wantedIds = new Set(wanted.map((row) => row.id))
  return {
    insert: wanted.filter((row) => !storedById.has(row.id)),
    update: wanted.filter((row) => {
      const before = storedById.get(row.id)
      return before && (before.position !== row.position || before.alt !== row.alt)
    }),
    remove: stored.filter((row) => !wantedIds.has(row.id)),
    wanted,
  }
}

/** Stored metadata of a photo. */
export type KeptPhoto = Pick<PostPhoto, 'id' | 'path' | 'name' | 'alt'>

export function openPhotos(rows: readonly ListingPhotoRow[]): PostPhoto[] {
  return [...rows]
    .sort((a, b) => a.position - b.position)
    .map(({ id, path, alt }) => openKept({ id, path, name: '', alt: alt ?? '' }))
}

/** Restores a photo; one without path awaits its upload. */
export function openKept({ id, path, name, alt }: KeptPhoto): PostPhoto {
  return { id, path, previewUrl: null, name, alt, state: path ? { is: 'ready' } : { is: 'waiting' } }
}

/**
 * Merges stored and local photos, in local order. `known` are the rows at the time of the copy: missing ones were deleted elsewhere, new
 * ones added.
 */
export function mergePhotos(
  rows: readonly ListingPhotoRow[],
  kept: readonly KeptPhoto[],
  known: readonly string[],
): PostPhoto[] {
  const stored = new Map(openPhotos(rows).map((photo) => [photo.id, photo]))
  const here = kept.flatMap((photo) => {
    const row = stored.get(photo.id)
    if (row) return [{ ...row, alt: photo.alt }]
    return known.includes(photo.id) ? [] : [openKept(photo)]
  })
  const seen = new Set([...known, ...kept.map((photo) => photo.id)])
  return [...here, ...[...stored.values()].filter((photo) => !seen.has(photo.id))]
}

/** The validation message for photos; pending uploads count. */
export function photosProblem(photos: readonly PostPhoto[], needed: number): string | undefined {
  if (photos.filter((photo) => photo.state.is !== 'failed').length >= needed) return undefined
  return needed === 1 ? t('post.photos.addOne') : t('post.photos.addMore', { needed })
}

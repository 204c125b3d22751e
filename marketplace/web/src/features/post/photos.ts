import { LIMITS } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import type { ListingPhotoRow } from './types.ts'

/**
 * The photos of one ad as the form holds them. Uploading and storing happen elsewhere; everything here is pure, so
 * that order, limits and recovery can be tested without a browser.
 */
export interface PostPhoto {
  /** Becomes the id of the row in listing_photos. */
  id: string
  /** Id of the photo whose place this one took, after a turn: on the page it is still the same one, with its focus. */
  slot?: string
  /** Object name in the bucket; null until the upload is done. */
  path: string | null
  /** Picture in this browser, shown until the page is left. */
  previewUrl: string | null
  name: string
  alt: string
  state: PhotoState
}

type PhotoState =
  | { is: 'waiting' }
  /** Safe in this browser; a guest's photos wait so until somebody signs in. */
  | { is: 'kept' }
  /** `isPaused`: there is no connection; it goes on by itself. */
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

/** Whether this file will never be a photo of the ad, whatever is tried. */
export function isRefused({ state }: PostPhoto): boolean {
  return state.is === 'failed' && !state.canRetry
}

/** Files that were refused always come last, so that the place of a photo in the list is its place in the ad. */
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

/** The list with the photo at `from` standing at `to`; the same list when either place does not exist. */
export function movePhoto<T>(photos: T[], from: number, to: number): T[] {
  const moved = photos[from]
  if (moved === undefined || from === to || to < 0 || to >= photos.length) return photos
  const rest = photos.filter((_, index) => index !== from)
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}

/** What the input takes. Phones convert their own format to JPEG when the list does not name it. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

const MEGABYTE = 1024 * 1024

/** Why a file cannot be a photo, before anything is read from it; undefined when it may be one. */
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

/** How many of the offered files still fit, and what to say about the others. */
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

/** What must change in listing_photos so that it says what the form says. */
export interface PhotoChanges {
  insert: ListingPhotoRow[]
  update: ListingPhotoRow[]
  remove: ListingPhotoRow[]
  /** All rows as they should be. */
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

/** What the browser keeps of one photo, beside the picture itself. */
export type KeptPhoto = Pick<PostPhoto, 'id' | 'path' | 'name' | 'alt'>

/** Stored rows as photos of the form, in their order. */
export function openPhotos(rows: readonly ListingPhotoRow[]): PostPhoto[] {
  return [...rows]
    .sort((a, b) => a.position - b.position)
    .map(({ id, path, alt }) => openKept({ id, path, name: '', alt: alt ?? '' }))
}

/** A photo as this browser kept it; what has not arrived yet waits for its upload. */
export function openKept({ id, path, name, alt }: KeptPhoto): PostPhoto {
  return { id, path, previewUrl: null, name, alt, state: path ? { is: 'ready' } : { is: 'waiting' } }
}

/**
 * The photos of an ad that was left before all was saved: in the order of this browser, with those that still wait.
 * `known` are the rows that existed then: one that is gone now was removed elsewhere, one that is new was added there.
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

/** The sentence that publishing shows for the photos; undefined when they are fine. Those on their way count: publishing waits for them. */
export function photosProblem(photos: readonly PostPhoto[], needed: number): string | undefined {
  if (photos.filter((photo) => photo.state.is !== 'failed').length >= needed) return undefined
  return needed === 1 ? t('post.photos.addOne') : t('post.photos.addMore', { needed })
}

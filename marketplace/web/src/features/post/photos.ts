import { LIMITS } from '../../../../contract/limits.ts'
import type { ListingPhotoRow } from './types.ts'

/**
 * The photos of one ad as the form holds them. Uploading and storing happen elsewhere; everything here is pure, so
 * that order, limits and recovery can be tested without a browser.
 */
export interface PostPhoto {
  /** Becomes the id of the row in listing_photos. */
  id: string
  /** Object name in the bucket; null until the upload is done. */
  path: string | null
  /** Picture in this browser, shown until the page is left. */
  previewUrl: string | null
  name: string
  alt: string
  state: PhotoState
}

export type PhotoState =
  | { is: 'waiting' }
  | { is: 'uploading'; progress: number }
  | { is: 'ready' }
  | { is: 'failed'; reason: string; canRetry: boolean }

export type PhotoAction =
  | { type: 'open'; photos: PostPhoto[] }
  | { type: 'add'; photos: PostPhoto[] }
  | { type: 'state'; id: string; state: PhotoState }
  | { type: 'uploaded'; id: string; path: string }
  | { type: 'move'; from: number; to: number }
  | { type: 'alt'; id: string; alt: string }
  | { type: 'remove'; id: string }

export function photosReducer(photos: PostPhoto[], action: PhotoAction): PostPhoto[] {
  switch (action.type) {
    case 'open':
      return action.photos
    case 'add':
      return [...photos, ...action.photos]
    case 'state':
      return photos.map((photo) => (photo.id === action.id ? { ...photo, state: action.state } : photo))
    case 'uploaded':
      return photos.map((photo) =>
        photo.id === action.id ? { ...photo, path: action.path, state: { is: 'ready' } } : photo,
      )
    case 'move':
      return movePhoto(photos, action.from, action.to)
    case 'alt':
      return photos.map((photo) => (photo.id === action.id ? { ...photo, alt: action.alt } : photo))
    case 'remove':
      return photos.filter((photo) => photo.id !== action.id)
  }
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
    return 'This file is not a picture. Use JPEG, PNG or WebP.'
  }
  if (file.type === 'image/svg+xml') return 'This is a drawing, not a photo. Use JPEG, PNG or WebP.'
  if (file.size === 0) return 'This file is empty.'
  if (file.size > LIMITS.photos.maxBytes) {
    const megabytes = Math.ceil(file.size / MEGABYTE)
    return `This photo has ${megabytes} MB. The limit is ${LIMITS.photos.maxBytes / MEGABYTE} MB.`
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
    message: `An ad has ${LIMITS.photos.max} photos at most. ${left === 1 ? 'One was' : `${left} were`} left out.`,
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

/** Stored rows as photos of the form, in their order. */
export function openPhotos(rows: readonly ListingPhotoRow[]): PostPhoto[] {
  return [...rows]
    .sort((a, b) => a.position - b.position)
    .map((row) => ({
      id: row.id,
      path: row.path,
      previewUrl: null,
      name: '',
      alt: row.alt ?? '',
      state: { is: 'ready' },
    }))
}

/** The sentence that publishing shows for the photos; undefined when they are fine. */
export function photosProblem(photos: readonly PostPhoto[], needed: number): string | undefined {
  if (photos.some((photo) => photo.state.is === 'waiting' || photo.state.is === 'uploading')) {
    return 'Wait until the photos are uploaded.'
  }
  const ready = photos.filter((photo) => photo.state.is === 'ready').length
  if (ready >= needed) return undefined
  return needed === 1 ? 'Add at least one photo.' : `Add at least ${needed} photos.`
}

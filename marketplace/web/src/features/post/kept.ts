import { createStore, del, delMany, entries, get, set, type UseStore, update } from 'idb-keyval'
import type { KeptDraft } from './draft.ts'
import { EMPTY_FORM } from './listing-form.ts'
import { isOfThisTab, isOpenElsewhere } from './open-tabs.ts'

/** Unsaved ads in IndexedDB: text and pending photos. Never throws: without storage, only the server's copy exists. */

export interface KeptFile {
  listingId: string
  blob: Blob
  name: string
  /** Already downscaled and oriented. */
  isPrepared: boolean
  /** Chosen object path, the same for all attempts. */
  path: string | null
  /** URL for resuming the upload. */
  uploadUrl: string | null
}

const KEEP_MS = 30 * 24 * 60 * 60 * 1000

const draftKey = (listingId: string) => `draft:${listingId}`
const fileKey = (photoId: string) => `photo:${photoId}`

let opened: UseStore | undefined

function store(): UseStore {
  opened ??= createStore('ads-under-way', 'kept')
  return opened
}

/** Runs a storage operation with a fallback for any failure. */
async function quietly<T>(action: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await action()
  } catch {
    return otherwise
  }
}

/** The copy of this ad, if visible to this user. */
export function readDraft(listingId: string, userId: string): Promise<KeptDraft | null> {
  return quietly(async () => {
    const draft = await get<KeptDraft>(draftKey(listingId), store())
    return draft && isFor(userId)(draft) ? whole(draft) : null
  }, null)
}

/** The newest ad not yet on the server, preferably of this tab: the user's own or a guest's. Skips ads open in other tabs. */
export function readNewestUnstored(userId: string | null): Promise<KeptDraft | null> {
  return quietly(async () => {
    const all = await entries<string, KeptDraft>(store())
    const drafts = all.flatMap(([key, value]) => (key.startsWith('draft:') ? [value] : []))
    const unstored = drafts
      .filter((draft) => !draft.stored && isFor(userId)(draft))
      .sort((a, b) => Number(isOfThisTab(b)) - Number(isOfThisTab(a)) || b.changedAt - a.changedAt)
    for (const draft of unstored) if (!(await isOpenElsewhere(draft))) return whole(draft)
    return null
  }, null)
}

// Guests' drafts pass to the next user who signs in; members' drafts stay private.
function isFor(userId: string | null): (draft: KeptDraft) => boolean {
  return (draft) => draft.userId === null || draft.userId === userId
}

// Adds fields missing in copies of older versions.
function whole(draft: KeptDraft): KeptDraft {
  return { ...draft, form: { ...EMPTY_FORM, ...draft.form }, photos: draft.photos ?? [] }
}

export function writeDraft(draft: KeptDraft): Promise<void> {
  return quietly(() => set(draftKey(draft.listingId), draft, store()), undefined)
}

export function forgetDraft(listingId: string): Promise<void> {
  return quietly(async () => {
    const all = await entries<string, KeptFile | KeptDraft>(store())
    const keys = all.filter(([, value]) => value.listingId === listingId).map(([key]) => key)
    await delMany(keys, store())
  }, undefined)
}

/** Deletes copies older than a month. */
export function forgetOldDrafts(now = Date.now()): Promise<void> {
  return quietly(async () => {
    const all = await entries<string, KeptFile | KeptDraft>(store())
    const isFresh = (value: KeptFile | KeptDraft) => 'changedAt' in value && now - value.changedAt < KEEP_MS
    const fresh = new Set(all.filter(([, value]) => isFresh(value)).map(([, value]) => value.listingId))
    const old = all.filter(([, value]) => !fresh.has(value.listingId)).map(([key]) => key)
    if (old.length > 0) await delMany(old, store())
  }, undefined)
}

export function readFile(photoId: string): Promise<KeptFile | null> {
  return quietly(async () => (await get<KeptFile>(fileKey(photoId), store())) ?? null, null)
}

/** False when it cannot be stored. */
export function writeFile(photoId: string, file: KeptFile): Promise<boolean> {
  return quietly(async () => {
    await set(fileKey(photoId), file, store())
    return true
  }, false)
}

/** Stores the upload URL, unless the photo was removed. */
export function noteUpload(photoId: string, known: Pick<KeptFile, 'path' | 'uploadUrl'>): Promise<void> {
  return quietly(
    () => update<KeptFile | undefined>(fileKey(photoId), (file) => file && { ...file, ...known }, store()),
    undefined,
  )
}

export function forgetFile(photoId: string): Promise<void> {
  return quietly(() => del(fileKey(photoId), store()), undefined)
}

import { createStore, del, delMany, entries, get, set, type UseStore, update } from 'idb-keyval'
import type { KeptDraft } from './draft.ts'
import { isOfThisTab, isOpenElsewhere } from './open-tabs.ts'
import { EMPTY_FORM } from './types.ts'

/**
 * What this browser keeps of ads under way, in IndexedDB: the text of each and the pictures that have not arrived yet.
 * A browser that forbids storage keeps nothing; then the server's copy is the only one. So no call here throws.
 */

/** A picture on its way. */
export interface KeptFile {
  listingId: string
  blob: Blob
  name: string
  /** Made small and upright already. */
  isPrepared: boolean
  /** The object name that was chosen for it; stays the same through all attempts. */
  path: string | null
  /** Where the server takes the rest of it. */
  uploadUrl: string | null
}

/** Nobody comes back to an ad after so long, and pictures take space. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000

const draftKey = (listingId: string) => `draft:${listingId}`
const fileKey = (photoId: string) => `photo:${photoId}`

let opened: UseStore | undefined

function store(): UseStore {
  opened ??= createStore('ads-under-way', 'kept')
  return opened
}

/** Storage that is full, forbidden or gone is the same as none. */
async function quietly<T>(act: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await act()
  } catch {
    return otherwise
  }
}

/** The copy of this ad, if this browser has one that this person may see. */
export function readDraft(listingId: string, userId: string): Promise<KeptDraft | null> {
  return quietly(async () => {
    const draft = await get<KeptDraft>(draftKey(listingId), store())
    return draft && isFor(userId)(draft) ? whole(draft) : null
  }, null)
}

/**
 * The newest ad that the server does not know yet, of this tab if there is one: one's own, or one that was begun before signing
 * in. Not one that another tab has open: that tab goes on with it, and this one begins anew.
 */
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

// What a guest began belongs to whoever signs in next; what a member began is shown to no one else.
function isFor(userId: string | null): (draft: KeptDraft) => boolean {
  return (draft) => draft.userId === null || draft.userId === userId
}

// A copy by an older version of this page may lack a field.
function whole(draft: KeptDraft): KeptDraft {
  return { ...draft, form: { ...EMPTY_FORM, ...draft.form }, photos: draft.photos ?? [] }
}

export function writeDraft(draft: KeptDraft): Promise<void> {
  return quietly(() => set(draftKey(draft.listingId), draft, store()), undefined)
}

/** Drops an ad with all its pictures. */
export function forgetDraft(listingId: string): Promise<void> {
  return quietly(async () => {
    const all = await entries<string, KeptFile | KeptDraft>(store())
    const keys = all.filter(([, value]) => value.listingId === listingId).map(([key]) => key)
    await delMany(keys, store())
  }, undefined)
}

/** Drops ads that nobody has touched for a month, with their pictures. */
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

/** False when this browser cannot keep it. */
export function writeFile(photoId: string, file: KeptFile): Promise<boolean> {
  return quietly(async () => {
    await set(fileKey(photoId), file, store())
    return true
  }, false)
}

/** Notes the address of an upload. Nothing happens when the picture has been taken away meanwhile. */
export function noteUpload(photoId: string, known: Pick<KeptFile, 'path' | 'uploadUrl'>): Promise<void> {
  return quietly(
    () => update<KeptFile | undefined>(fileKey(photoId), (file) => file && { ...file, ...known }, store()),
    undefined,
  )
}

export function forgetFile(photoId: string): Promise<void> {
  return quietly(() => del(fileKey(photoId), store()), undefined)
}

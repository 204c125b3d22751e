import type { Sql } from '../../database/database.ts'
import { OBJECT_COLUMNS, type ObjectRow } from './object-row.ts'

/** How long another process's change to a public object may go unnoticed; changes by this process apply immediately. */
const MAX_AGE_MS = 1000
const MAX_ENTRIES = 10_000

interface Found {
  readonly isPublic: boolean
  /** The bucket's images are served as AVIF to clients that accept it. */
  readonly prefersAvif: boolean
  readonly row: ObjectRow | null
}

/**
 * Caches rows of objects in public buckets for a second: images on a popular page are requested many times. Nothing here depends on the
 * caller.
 */
export interface PublicObjects {
  /** `row` is null when there is no such object. */
  find(bucketId: string, name: string): Promise<Found>
  /** Returns a function that checks without a query whether `row` is known to be the object's current row in a public bucket. */
  watch(row: ObjectRow): () => boolean
  forget(bucketId: string, name: string): void
  forgetBucket(bucketId: string): void
}

interface Entry {
  readonly bucketId: string
  readonly at: number
  readonly found: Promise<Found>
  settled: Found | null
  /** Holders of this entry must look it up again. */
  isForgotten: boolean
}

export function createPublicObjects(admin: Sql): PublicObjects {
  const entries = new Map<string, Entry>()
  const keyOf = (bucketId: string, name: string) => `${bucketId}/${name}`

  function forget(key: string): void {
    const entry = entries.get(key)
    if (entry) entry.isForgotten = true
    entries.delete(key)
  }

  async function load(bucketId: string, name: string): Promise<Found> {
    const columns = admin(OBJECT_COLUMNS.map((column) => `object.${column}`))
    const [row] = await admin<(ObjectRow & { is_public: boolean; avif_autodetection: boolean })[]>`
      select bucket.public as is_public, bucket.avif_autodetection, ${columns}
      from storage.buckets as bucket
      left join storage.objects as object on object.bucket_id = bucket.id and object.name = ${name}
      where bucket.id = ${bucketId}`
    const isPublic = row?.is_public ?? false
    return { isPublic, prefersAvif: row?.avif_autodetection ?? false, row: row?.id ? row : null }
  }

  return {
    find(bucketId, name) {
      const key = keyOf(bucketId, name)
      const known = entries.get(key)
      if (known && performance.now() - known.at < MAX_AGE_MS) return known.found
      const found = load(bucketId, name)
      const entry: Entry = { bucketId, at: performance.now(), found, settled: null, isForgotten: false }
      forget(key)
      entries.set(key, entry)
      // Only existing objects are cached: an upload through another process must be readable immediately.
      const settle = (answer: Found | null) => {
        entry.settled = answer
        if (!answer?.row && entries.get(key) === entry) forget(key)
      }
      found.then(settle, () => settle(null))
      if (entries.size > MAX_ENTRIES) forget(entries.keys().next().value ?? '')
      return found
    },
    watch(row) {
      const key = keyOf(row.bucket_id, row.name)
      let known: Entry | undefined
      let isSame = false
      return () => {
        // The common case only reads the clock: a row that matched once keeps matching until its entry is forgotten.
        if (known === undefined || known.isForgotten) {
          known = entries.get(key)
          isSame = false
        }
        if (known === undefined || performance.now() - known.at >= MAX_AGE_MS) return false
        isSame ||= isSameRow(known.settled, row)
        return isSame
      }
    },
    forget: (bucketId, name) => forget(keyOf(bucketId, name)),
    forgetBucket(bucketId) {
      for (const [key, entry] of entries) if (entry.bucketId === bucketId) forget(key)
    },
  }
}

function isSameRow(found: Found | null, row: ObjectRow): boolean {
  if (!found?.isPublic) return false
  return found.row?.version === row.version && found.row.updated_at.getTime() === row.updated_at.getTime()
}

import type { Entry, FileEntry } from '@zip.js/zip.js'
import { z } from 'zod'
import { LIMITS } from '../../../../../contract/limits.ts'
import { t } from '../../../i18n/t.ts'
import { COPIED_AD, COPIED_PHOTO, type CopiedAd } from './copy-schema.ts'

/** Reads the ZIP of a data export: two lists and the photos they name. Sizes are counted while inflating, since headers can lie. */

const MOST_ADS = 1000
const MEGABYTE = 1024 * 1024
const ADS = 'data/ads.json'
const PHOTOS = 'data/ad-photos.json'

export interface CopyLimits {
  readonly entries: number
  readonly directoryBytes: number
  readonly listBytes: number
  readonly photoBytes: number
  readonly totalBytes: number
}
export const COPY_LIMITS: CopyLimits = {
  entries: 50_000,
  directoryBytes: 16 * MEGABYTE,
  listBytes: 16 * MEGABYTE,
  photoBytes: LIMITS.photos.maxBytes,
  totalBytes: 4096 * MEGABYTE,
}

export interface PhotoOfCopy {
  readonly id: string
  readonly alt: string
  /** Null when unreadable. */
  readonly read: () => Promise<Blob | null>
}

/** An exported ad, or its invalid fields. */
export interface AdOfCopy {
  readonly line: number
  readonly ad: CopiedAd | null
  readonly title: string
  readonly wrong: readonly string[]
  readonly photos: readonly PhotoOfCopy[]
  /** Photos missing from the file. */
  readonly missing: number
}

export type Copy = { ok: true; ads: AdOfCopy[] } | { ok: false; problem: string }

class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

export async function isZip(file: Blob): Promise<boolean> {
  const [p, k] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return p === 0x50 && k === 0x4b
}

export async function readCopy(file: Blob, limits = COPY_LIMITS): Promise<Copy> {
  try {
    const archive = await openArchive(file, limits)
    if (archive.has('[Content_Types].xml')) return { ok: false, problem: t('import.isSpreadsheet') }
    const ads = await archive.list(ADS)
    const photos = await archive.list(PHOTOS)
    if (!ads || !photos) return notACopy()
    if (ads.length === 0) return { ok: false, problem: t('import.noAdsInCopy') }
    if (ads.length > MOST_ADS) throw new TooLarge()
    return { ok: true, ads: adsOf(ads, photos, archive) }
  } catch (cause) {
    if (cause instanceof TooLarge) return { ok: false, problem: t('import.copyTooLarge') }
    return notACopy()
  }
}

function notACopy(): Copy {
  return {
    ok: false,
    problem: t('import.copyUnreadable'),
  }
}

interface Archive {
  has: (name: string) => boolean
  /** @throws TooLarge past the limit; other errors for invalid files */
  list: (name: string) => Promise<unknown[] | null>
  photo: (name: string) => Promise<Blob | null>
}

async function openArchive(file: Blob, limits: CopyLimits): Promise<Archive> {
  const { BlobReader, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-native.js')
  class BoundedReader extends BlobReader {
    override readUint8Array(offset: number, length: number) {
      if (length > limits.directoryBytes) throw new TooLarge()
      return super.readUint8Array(offset, length)
    }
  }
  // Strict: refuses absolute paths, "..", duplicates and trailing data.
  const reader = new ZipReader(new BoundedReader(file), {
    strictness: 'strict',
    checkOverlappingEntry: true,
    // The CSP forbids blob workers.
    useWebWorkers: false,
  })
  const entries = new Map<string, Entry>()
  let seen = 0
  for await (const entry of reader.getEntriesGenerator()) {
    seen += 1
    if (seen > limits.entries) throw new TooLarge()
    if (entry.symlink) throw new Error('a symbolic link')
    entries.set(entry.filename, entry)
  }
  let left = limits.totalBytes
  const inflated = async (name: string, most: number): Promise<Blob | null> => {
    const entry = entries.get(name)
    if (!isFile(entry)) return null
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
      write(chunk) {
        size += chunk.byteLength
        left -= chunk.byteLength
        if (size > most || left < 0) throw new TooLarge()
        chunks.push(chunk)
      },
    })
    await entry.getData(sink, { checkSignature: true })
    return new Blob(chunks)
  }
  return {
    has: (name) => entries.has(name),
    list: async (name) => {
      const blob = await inflated(name, limits.listBytes)
      return blob && z.array(z.unknown()).parse(JSON.parse(await blob.text()))
    },
    photo: (name) => inflated(name, limits.photoBytes).catch(() => null),
  }
}

function isFile(entry: Entry | undefined): entry is FileEntry {
  return entry !== undefined && !entry.directory && !entry.encrypted
}

function adsOf(ads: readonly unknown[], photos: readonly unknown[], archive: Archive): AdOfCopy[] {
  const known = photos.flatMap((photo) => COPIED_PHOTO.safeParse(photo).data ?? [])
  const byAd = Map.groupBy(known, ({ listing_id }) => listing_id)
  return ads.map((given, index) => {
    const { data: ad, error } = COPIED_AD.safeParse(given)
    const named = (ad && byAd.get(ad.id)) ?? []
    const kept = named.filter(({ path }) => archive.has(fileOf(path))).sort((a, b) => a.position - b.position)
    return {
      line: index + 1,
      ad: ad ?? null,
      title: ad?.title ?? titleOf(given),
      wrong: [...new Set(error?.issues.map(({ path: [field] }) => String(field ?? '')))],
      photos: kept.map(({ id, alt, path }) => ({ id, alt, read: () => archive.photo(fileOf(path)) })),
      missing: named.length - kept.length,
    }
  })
}

/** Path of a photo within the export. */
function fileOf(path: string): string {
  return `photos/listing-photos/${path}`
}

function titleOf(given: unknown): string {
  const { data } = z.object({ title: z.string() }).safeParse(given)
  return data?.title.slice(0, 200) ?? ''
}

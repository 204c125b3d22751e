import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of the demo market; data/README.md explains every field. */
export interface DemoData {
  readonly sellers: readonly DemoSeller[]
  readonly throwaways: readonly DemoThrowaway[]
  readonly listings: readonly DemoListing[]
  readonly photos: ReadonlyMap<string, DemoPhoto>
  readonly soldComps: readonly DemoSoldComp[]
  readonly conversations: readonly DemoConversation[]
  readonly reviews: readonly DemoReview[]
}

interface Verified {
  readonly phone: boolean
  readonly email: boolean
  readonly id: boolean
  readonly business: boolean
}

export interface DemoSeller {
  readonly id: string
  readonly display_name: string
  readonly bio: string
  readonly language: string
  readonly city: string
  readonly area: string
  readonly lat: number
  readonly lng: number
  readonly joined_days_ago: number
  readonly avatar: string | null
  readonly verified: Verified
  readonly seller_type: string
  readonly trust_level: number
  readonly away?: Readonly<{ since_days: number; until_days: number; note: string }>
}

interface DemoThrowaway {
  readonly id: string
  readonly display_name: string
  readonly joined_days_ago: number
  readonly verified: Verified
  readonly trust_level: number
}

interface DemoPhoto {
  readonly file: string
  readonly alt: string
}

export interface DemoListing {
  readonly id: string
  readonly ad_no: number
  readonly seller: string
  readonly category: string
  readonly type: string
  readonly title: string
  readonly description: string
  readonly language: string
  readonly price_minor: number | null
  readonly previous_price_minor?: number
  readonly price_changed_hours_ago?: number
  readonly currency: string
  readonly price_type: string
  readonly condition: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly photos: readonly string[]
  readonly place: Readonly<{ area: string; city: string; country: string; lat: number; lng: number }>
  readonly delivery: string
  readonly ship_cost_minor: number | null
  readonly age_hours: number
  readonly state: string
  readonly sold_price_minor?: number
  readonly sold_hours_ago?: number
  readonly sold_channel?: string
  readonly expired_hours_ago?: number
  readonly counters?: Readonly<{ views: number; saves: number; chats: number }>
  /** Why its first photo puts it in review. */
  readonly held?: 'photo_elsewhere'
}

interface DemoSoldComp {
  readonly id: string
  readonly category: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly condition: string
  readonly price_minor: number
  readonly currency: string
  readonly sold_days_ago: number
  readonly area: string
  readonly city: string
}

export interface DemoMessage {
  readonly id: string
  readonly from: 'buyer' | 'seller'
  readonly gap_min: number
  readonly kind: 'text' | 'offer' | 'meetup' | 'system'
  readonly body: string | null
  readonly amount_minor?: number
  readonly offer_state?: string
  readonly offer_ref?: string
  readonly when_text?: string
  readonly place_text?: string
  readonly meetup_state?: string
  readonly meetup_ref?: string
}

/** The result of an accepted offer, unless a meet-up is still to come. */
export interface DemoDeal {
  readonly mode?: 'meetup' | 'ship'
  readonly state?: 'handed_over' | 'completed' | 'cancelled' | 'no_show'
  readonly ended_hours_ago?: number
  readonly reason?: string
  /** Who ended it, or reported the no-show. */
  readonly by?: 'buyer' | 'seller'
  readonly carrier?: string
  readonly tracking_number?: string
}

export interface DemoConversation {
  readonly id: string
  readonly listing: string
  readonly buyer: string
  readonly seller: string
  readonly started_hours_ago: number
  readonly state: string
  readonly deal?: DemoDeal
  /** Locked by the seller's block. */
  readonly lock?: 'blocked'
  readonly messages: readonly DemoMessage[]
}

interface DemoReview {
  readonly id: string
  readonly subject: string
  readonly author: string
  readonly rating: number
  readonly tags: readonly string[]
  readonly days_ago: number
  readonly item_title: string
  readonly listing?: string
  /** The conversation of its deal. */
  readonly conversation?: string
  readonly text: string
  readonly reply: string | null
  readonly state: string
}

const FOLDER = join(import.meta.dirname, 'data')

/** Reads all files; they are ours and tested, so their types are trusted. */
export async function readDemoData(): Promise<DemoData> {
  const [sellers, throwaways, listings, photos, soldComps, conversations, reviews] = await Promise.all([
    readRows<DemoSeller>('sellers'),
    readRows<DemoThrowaway>('throwaway-accounts'),
    readRows<DemoListing>('listings'),
    readRows<DemoPhoto>('photos'),
    readRows<DemoSoldComp>('sold_comps'),
    readRows<DemoConversation>('conversations'),
    readRows<DemoReview>('reviews'),
  ])
  const photosByFile = new Map(photos.map((photo) => [photo.file, photo]))
  return { sellers, throwaways, listings, photos: photosByFile, soldComps, conversations, reviews }
}

async function readRows<Row>(name: string): Promise<Row[]> {
  const text = await readFile(join(FOLDER, `${name}.ndjson`), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

/** The bytes of a picture in the data. */
export function readPicture(file: string): Promise<Buffer> {
  return readFile(join(FOLDER, file))
}

/** A fixed random namespace. */
const NAMESPACE = Buffer.from('7d0f2f5a6c0b4b7c9a55f3f6a1c3be21', 'hex')

/** The same short id gives the same UUID (version 5, RFC 9562) on every installation. */
export function demoId(short: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(short).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Path of a seller's picture in its bucket: the owner's folder and the file's name. */
export function picturePath(ownerShortId: string, file: string): string {
  return `${demoId(ownerShortId)}/${file.slice(file.lastIndexOf('/') + 1)}`
}

const HOUR_MS = 3_600_000

/** The time this many hours ago, as a PostgreSQL timestamp. */
export function hoursAgo(hours: number, now: Date): string {
  return new Date(now.getTime() - hours * HOUR_MS).toISOString()
}

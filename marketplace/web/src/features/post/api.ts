import { PHOTO_DRAFT, type PhotoAlt, type PhotoDraft } from '../../../../contract/ads/photo-draft.ts'
import { jsonOf } from '../../../../contract/json-of.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { reasonText } from '../../i18n/refusals.ts'
import { t } from '../../i18n/t.ts'
import { dataOf, RequestFailed, sentenceOfAnswer } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { CONTENT_COLUMNS, type ListingContent, type ListingPhotoRow, type OwnListing } from './listing-form.ts'
import { type PostPhoto, photoChanges } from './photos.ts'
import type { Provenance } from './provenance.ts'
import type { Category } from './types.ts'

export const PHOTO_BUCKET = 'listing-photos'

const OWN_LISTING =
  `id, state, version, updated_at, ${CONTENT_COLUMNS.join(', ')}, listing_photos (id, path, alt, position), ` +
  'listing_provenance (field, source, confidence, confirmed_at)'

/** All categories with attributes, sorted, including inactive ones that existing ads use. */
export async function readCategories(): Promise<Category[]> {
  const answer = await supabase
    .from('categories')
    .select(
      'slug, parent, level, sort, name, synonyms, synonyms_i18n, icon, allow_types, photo_min, leaf, active, attributes',
    )
    .order('level')
    .order('sort')
    .overrideTypes<Category[], { merge: false }>() // name and attributes are jsonb, checked by the table
  return dataOf(answer) ?? []
}

/** The user's ad with photos; null if missing. */
export async function readOwnListing(id: string, sellerId: string): Promise<OwnListing | null> {
  // Ignore invalid ids from the URL.
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return null
  const answer = await supabase
    .from('listings')
    .select(OWN_LISTING)
    .eq('id', id)
    .eq('seller_id', sellerId)
    .order('position', { referencedTable: 'listing_photos' })
    .maybeSingle()
  return dataOf(answer) as OwnListing | null
}

export interface AdSummary {
  id: string
  title: string
  updated_at: string
  cover_path: string | null
}

/** The dashboard has a search for more. */
const MOST_OWN = 50

/** The user's drafts, last changed first. */
export async function readDrafts(sellerId: string, signal: AbortSignal): Promise<AdSummary[]> {
  return dataOf(await ownAds(sellerId).eq('state', 'draft').abortSignal(signal)) as AdSummary[]
}

/** The user's ads except drafts. */
export async function readOwnAds(sellerId: string): Promise<AdSummary[]> {
  return dataOf(await ownAds(sellerId).not('state', 'in', '(draft,deleted)')) as AdSummary[]
}

function ownAds(sellerId: string) {
  return supabase
    .from('listings')
    .select('id, title, updated_at, cover_path')
    .eq('seller_id', sellerId)
    .order('updated_at', { ascending: false })
    .limit(MOST_OWN)
}

/** The ad was changed or deleted since it was loaded. Nothing was stored. */
export class ChangedElsewhere extends Error {
  override readonly name = 'ChangedElsewhere'
  /** The stored ad; null when deleted. */
  readonly now: OwnListing | null

  constructor(now: OwnListing | null) {
    super(now ? t('post.conflict.changedElsewhereSentence') : t('post.conflict.deletedSentence'))
    this.now = now
  }
}

/** Stores a draft under a client-chosen id, so that retries are idempotent. */
export async function insertDraft(id: string, sellerId: string, content: ListingContent): Promise<number> {
  const answer = await supabase
    .from('listings')
    .insert({ id, ...content })
    .select('version')
    .single()
  // An earlier attempt succeeded, but its response was lost.
  if (answer.error?.code === '23505') return updateListing(id, sellerId, content, 1)
  return (dataOf(answer) as { version: number }).version
}

/** Stores the content if the version still matches. @returns the new version @throws {ChangedElsewhere} */
export async function updateListing(
  id: string,
  sellerId: string,
  content: ListingContent,
  version: number,
): Promise<number> {
  const answer = await supabase
    .from('listings')
    .update(content)
    .eq('id', id)
    .eq('version', version)
    .select('version')
    .maybeSingle()
  const row = dataOf(answer) as { version: number } | null
  if (!row) throw new ChangedElsewhere(await readOwnListing(id, sellerId))
  return row.version
}

/** Updates listing_photos. Inserts before deleting, since a published ad must keep a photo. @returns the rows */
export async function storePhotos(
  listingId: string,
  stored: readonly ListingPhotoRow[],
  photos: readonly PostPhoto[],
): Promise<ListingPhotoRow[]> {
  const { insert, update, remove, wanted } = photoChanges(stored, photos)
  if (insert.length > 0) {
    const rows = insert.map((row) => ({ ...row, listing_id: listingId }))
    // Idempotent after a lost response.
    dataOf(await supabase.from('listing_photos').upsert(rows, { onConflict: 'id', ignoreDuplicates: true }))
  }
  for (const row of update) {
    dataOf(await supabase.from('listing_photos').update({ alt: row.alt, position: row.position }).eq('id', row.id))
  }
  if (remove.length > 0) {
    const ids = remove.map((row) => row.id)
    dataOf(await supabase.from('listing_photos').delete().in('id', ids))
    await removeFiles(remove.map((row) => row.path))
  }
  return wanted
}

/** Replaces the provenance of fields, visible to the seller only. */
export async function noteProvenance(listingId: string, fields: Record<string, Provenance>): Promise<void> {
  dataOf(await supabase.rpc('record_provenance', { listing_id: listingId, fields: { ...fields } as never })) // plain values
}

/** The bytes of a stored photo; null if unavailable. */
export async function readPhotoFile(path: string): Promise<Blob | null> {
  return (await supabase.storage.from(PHOTO_BUCKET).download(path)).data
}

/** Copies a stored photo for another ad. @returns its path, or null on failure */
export async function copyPhotoFile(from: string, to: string): Promise<string | null> {
  const { error } = await supabase.storage.from(PHOTO_BUCKET).copy(from, to)
  return error ? null : to
}

/** Deletes unused photos. Failures are harmless and ignored. */
export async function removeFiles(paths: string[]): Promise<void> {
  await supabase.storage.from(PHOTO_BUCKET).remove(paths)
}

/** Publishes the ad. @throws with a message when something is missing */
export async function publishListing(id: string): Promise<Published> {
  for (let asked = 1; ; asked += 1) {
    // Idempotent.
    const ad = dataOf(await supabase.rpc('publish_listing', { listing_id: id }))
    const isInReview = ad?.state === 'pending_review'
    const isBeingRead = isInReview && (ad?.state_rule?.startsWith('photo_waiting:') ?? false)
    if (isBeingRead && asked < MOST_LOOKS) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    else return { isInReview, isBeingRead, state_reason: await reasonText(ad?.state_reason) }
  }
}

/** Photos of new accounts are scanned first, usually within a second. */
const LOOK_AGAIN_MS = 700
const MOST_LOOKS = 20

/** The outcome of publishing: live or in review. */
export interface Published {
  isInReview: boolean
  /** Photos are being scanned; ask again. */
  isBeingRead: boolean
  state_reason: string | null
}

/** A matched rule: `block` refuses, `review` needs moderation, `warn` only informs. */
export interface RuleHit {
  rule: string
  severity: 'block' | 'review' | 'warn'
  term: string
  name: Record<string, string>
  explanation: Record<string, string>
}

/** Matched rules of a text, as publishing would apply them. */
export async function readRuleHits(ad: {
  title: string
  description: string
  category: string | null
}): Promise<RuleHit[]> {
  const answer = await supabase.rpc('check_ad', {
    title: ad.title,
    description: ad.description,
    category: ad.category ?? undefined,
  })
  return jsonOf<RuleHit[]>(dataOf(answer))
}

/** A suggested leaf category with a confidence from 0 to 1. */
export interface CategoryGuess {
  slug: string
  confidence: number
}

export async function readCategoryGuesses(title: string): Promise<CategoryGuess[]> {
  const answer = await supabase.rpc('suggest_categories', { title })
  return jsonOf<CategoryGuess[]>(dataOf(answer))
}

/** Sale prices of similar items, in minor units. Only `count` with fewer than eight. */
export interface PriceFacts {
  count: number
  p25?: number
  median?: number
  p75?: number
  histogram?: { from: number; to: number; count: number }[]
}

export async function readPriceGuide(category: string, condition: string | null): Promise<PriceFacts> {
  const answer = await supabase.rpc('price_guide', { category, condition: condition ?? undefined })
  return jsonOf<PriceFacts>(dataOf(answer))
}

/** Text recognised in the user's photo; empty until recognised. */
export async function readPhotoTexts(path: string): Promise<readonly string[]> {
  const at = path.lastIndexOf('/')
  const { data } = await supabase.storage.from(PHOTO_BUCKET).list(path.slice(0, at), { search: path.slice(at + 1) })
  const texts: unknown = data?.[0]?.metadata?.texts
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : []
}

/** Attributes recognised in photos. @throws with a message */
export async function readPhotoDraft(paths: readonly string[]): Promise<PhotoDraft> {
  return (await lookAt({ paths })) as PhotoDraft // by our own function
}

/** A description of a photo. @throws with a message */
export async function readPhotoAlt(path: string): Promise<PhotoAlt> {
  return (await lookAt({ paths: [path], altIn: currentLanguage() })) as PhotoAlt // by our own function
}

async function lookAt(body: { paths: readonly string[]; altIn?: string }): Promise<unknown> {
  const { data, error } = await supabase.functions.invoke(PHOTO_DRAFT.function, { body })
  if (!error) return data
  throw new RequestFailed(await sentenceOfAnswer(error.context), { isOffline: false, cause: error })
}

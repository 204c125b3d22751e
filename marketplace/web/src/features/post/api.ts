import { PHOTO_DRAFT, type PhotoAlt, type PhotoDraft } from '../../../../contract/ads/photo-draft.ts'
import { jsonOf } from '../../../../contract/json-of.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { reasonText } from '../../i18n/refusals.ts'
import { t } from '../../i18n/t.ts'
import { dataOf, RequestFailed, sentenceOfAnswer } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { type PostPhoto, photoChanges } from './photos.ts'
import type { Provenance } from './provenance.ts'
import type { Category, ListingContent, ListingPhotoRow, OwnListing } from './types.ts'

export const PHOTO_BUCKET = 'listing-photos'

const OWN_LISTING =
  'id, state, version, updated_at, category, type, title, description, price_minor, currency, price_type, quantity, condition, ' +
  'attributes, area, city, country, lat, lng, delivery, ship_cost_minor, listing_photos (id, path, alt, position), ' +
  'listing_provenance (field, source, confidence, confirmed_at)'

/** All categories with their attributes, in their order among their siblings; closed ones too, for the ads that they have. */
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

/** One's own ad with its photos, or null when there is none (any more). */
export async function readOwnListing(id: string, sellerId: string): Promise<OwnListing | null> {
  // The id comes from the address bar; what is no id belongs to no ad.
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

/** More than anybody looks through; the dashboard has a search. */
const MOST_OWN = 50

/** Drafts of one's own, the one that was worked on last first. */
export async function readDrafts(sellerId: string): Promise<AdSummary[]> {
  return dataOf(await ownAds(sellerId).eq('state', 'draft')) as AdSummary[]
}

/** Ads of one's own that have been published, or are to be. */
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

/** The ad is not any more what the save went on from: somebody changed or removed it meanwhile. Nothing was stored. */
export class ChangedElsewhere extends Error {
  override readonly name = 'ChangedElsewhere'
  /** The ad as it is now, or null when it is gone. */
  readonly now: OwnListing | null

  constructor(now: OwnListing | null) {
    super(now ? t('post.conflict.changedElsewhereSentence') : t('post.conflict.deletedSentence'))
    this.now = now
  }
}

/** Stores a new draft under an id that this page chose, so that a repeated save cannot make a second one. */
export async function insertDraft(id: string, sellerId: string, content: ListingContent): Promise<number> {
  const answer = await supabase
    .from('listings')
    .insert({ id, ...content })
    .select('version')
    .single()
  // A save whose answer got lost has made the row already: then this is an ordinary update.
  if (answer.error?.code === '23505') return updateListing(id, sellerId, content, 1)
  return (dataOf(answer) as { version: number }).version
}

/**
 * Stores the content if the ad still has the version that it was made from, and returns the new one.
 * @throws {ChangedElsewhere} when it has another one
 */
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

/**
 * Makes listing_photos say what the form says, and returns the rows as they are now. New photos come before removals,
 * because an ad on offer must keep one at all times.
 */
export async function storePhotos(
  listingId: string,
  stored: readonly ListingPhotoRow[],
  photos: readonly PostPhoto[],
): Promise<ListingPhotoRow[]> {
  const { insert, update, remove, wanted } = photoChanges(stored, photos)
  if (insert.length > 0) {
    const rows = insert.map((row) => ({ ...row, listing_id: listingId }))
    // A save whose answer got lost may have inserted them; the second time they are left as they are.
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

/** Says anew which fields came from suggestions, for the seller alone. */
export async function noteProvenance(listingId: string, fields: Record<string, Provenance>): Promise<void> {
  dataOf(await supabase.rpc('note_provenance', { listing_id: listingId, fields: { ...fields } as never })) // plain values
}

/** A stored picture's bytes, or null when they cannot be had right now. */
export async function readPhotoFile(path: string): Promise<Blob | null> {
  return (await supabase.storage.from(PHOTO_BUCKET).download(path)).data
}

/** A second file of a stored picture for another ad, or null when there can be none. @returns its name */
export async function copyPhotoFile(from: string, to: string): Promise<string | null> {
  const { error } = await supabase.storage.from(PHOTO_BUCKET).copy(from, to)
  return error ? null : to
}

/** Deletes pictures that no ad shows any more. A file that stays behind harms nobody, so a failure is no news. */
export async function removeFiles(paths: string[]): Promise<void> {
  await supabase.storage.from(PHOTO_BUCKET).remove(paths)
}

/** Puts the ad on offer. Throws a sentence when something is missing. */
export async function publishListing(id: string): Promise<Published> {
  for (let asked = 1; ; asked += 1) {
    // Doing it again changes nothing and tells where the ad is now.
    const ad = dataOf(await supabase.rpc('publish_listing', { listing_id: id }))
    const isInReview = ad?.state === 'pending_review'
    const isBeingRead = isInReview && (ad?.state_rule?.startsWith('photo_waiting:') ?? false)
    if (isBeingRead && asked < MOST_LOOKS) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    else return { isInReview, isBeingRead, state_reason: await reasonText(ad?.state_reason) }
  }
}

/** The photos of new accounts are read before the ad goes live, usually within a second of their upload. */
const LOOK_AGAIN_MS = 700
const MOST_LOOKS = 20

/** Where publishing has put an ad: on offer, or before a moderator, and why. */
export interface Published {
  isInReview: boolean
  /** Its photos are still being read: asking again may tell another state. */
  isBeingRead: boolean
  state_reason: string | null
}

/** One rule that the words of an ad touch. `block` refuses it, `review` has somebody look first, `warn` only tells. */
export interface RuleHit {
  rule: string
  severity: 'block' | 'review' | 'warn'
  term: string
  name: Record<string, string>
  explanation: Record<string, string>
}

/** What publishing these words would meet. */
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

/** Leaf categories that a title points at, best first, with how sure that is: 0 to 1. At most three. */
export interface CategoryGuess {
  slug: string
  confidence: number
}

export async function readCategoryGuesses(title: string): Promise<CategoryGuess[]> {
  const answer = await supabase.rpc('suggest_categories', { title })
  return jsonOf<CategoryGuess[]>(dataOf(answer))
}

/** What similar things sold for, in minor units. Only `count` when there are fewer than eight. */
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

/** What is written in a picture of one's own, line by line; nothing while it is not read yet. */
export async function readPhotoTexts(path: string): Promise<readonly string[]> {
  const at = path.lastIndexOf('/')
  const { data } = await supabase.storage.from(PHOTO_BUCKET).list(path.slice(0, at), { search: path.slice(at + 1) })
  const texts: unknown = data?.[0]?.metadata?.texts
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : []
}

/** What one's own uploaded photos seem to show. @throws a sentence when it cannot be told */
export async function readPhotoDraft(paths: readonly string[]): Promise<PhotoDraft> {
  return (await lookAt({ paths })) as PhotoDraft // by our own function
}

/** What one's own uploaded photo seems to show, in a sentence. @throws as above */
export async function readPhotoAlt(path: string): Promise<PhotoAlt> {
  return (await lookAt({ paths: [path], altIn: currentLanguage() })) as PhotoAlt // by our own function
}

async function lookAt(body: { paths: readonly string[]; altIn?: string }): Promise<unknown> {
  const { data, error } = await supabase.functions.invoke(PHOTO_DRAFT.function, { body })
  if (!error) return data
  throw new RequestFailed(await sentenceOfAnswer(error.context), { isOffline: false, cause: error })
}

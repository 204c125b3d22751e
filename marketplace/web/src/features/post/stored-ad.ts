import { RequestFailed } from '../../lib/data/failure.ts'
import { ChangedElsewhere, insertDraft, noteProvenance, storePhotos, updateListing } from './api.ts'
import { isSaved } from './draft.ts'
import type { ListingContent, ListingPhotoRow, OwnListing, PostForm } from './listing-form.ts'
import type { PostPhoto } from './photos.ts'
import { provenanceOf } from './provenance.ts'

/** The ad on the server. Saves must be sequential. */
export class StoredAd {
  readonly #listingId: string
  #version: number | null
  #photos: readonly ListingPhotoRow[]
  /** Sent without response: may be stored. */
  #unanswered: ListingContent | null = null
  /** Stored provenance; null until stored by this page. */
  #sources: string | null = null

  /** @param version  of the stored ad; null without a row */
  constructor(listingId: string, version: number | null, photos: readonly ListingPhotoRow[]) {
    this.#listingId = listingId
    this.#version = version
    this.#photos = photos
  }

  get version(): number | null {
    return this.#version
  }

  get photos(): readonly ListingPhotoRow[] {
    return this.#photos
  }

  /** Accepts the other version as base: the next save overwrites it. */
  goOnFrom(now: OwnListing): void {
    this.#version = now.version
    this.#photos = now.listing_photos
  }

  async storeText(owner: string, content: ListingContent): Promise<void> {
    try {
      this.#version =
        this.#version === null
          ? await insertDraft(this.#listingId, owner, content)
          : await updateListing(this.#listingId, owner, content, this.#version)
    } catch (error) {
      const lost = this.#unanswered
      if (error instanceof RequestFailed && error.isOffline) this.#unanswered = content
      const isOurs = error instanceof ChangedElsewhere && error.now && lost && isSaved(error.now, lost)
      if (!isOurs || !error.now) throw error
      this.#version = await updateListing(this.#listingId, owner, content, error.now.version)
    }
    this.#unanswered = null
  }

  /** Stores provenance once a suggestion was accepted. */
  async storeSources(form: PostForm): Promise<void> {
    const sources = provenanceOf(form)
    const now = JSON.stringify(sources)
    if (this.#sources === now || Object.keys(form.taken).length === 0) return
    await noteProvenance(this.#listingId, sources)
    this.#sources = now
  }

  /** @returns new rows */
  async storePhotos(photos: readonly PostPhoto[]): Promise<ListingPhotoRow[]> {
    const before = this.#photos
    this.#photos = await storePhotos(this.#listingId, before, photos)
    return this.#photos.filter(({ id }) => !before.some((row) => row.id === id))
  }
}

/** What the page and the function `draft-from-photos` agree on. */
export const PHOTO_DRAFT = {
  function: 'draft-from-photos',
  /** The first photos say what it is; more cost time and tell little. */
  maxPhotos: 3,
  perHour: 20,
  /** Descriptions of single photos. */
  altsPerHour: 60,
  /** What is less sure than this is not worth reading. */
  leastConfidence: 0.4,
} as const

export interface Guess<Value> {
  value: Value
  /** 0 to 1, as the model itself judges it. */
  confidence: number
}

/** What the pictures seem to show. Every value is one that the form could hold; nobody has confirmed any of it. */
export interface PhotoDraft {
  category: Guess<string> | null
  title: Guess<string> | null
  condition: Guess<'new' | 'like_new' | 'good' | 'fair' | 'for_parts'> | null
  /** By the key of the category's field: ids of choices, numbers, yes or no, short texts. */
  attributes: Record<string, Guess<string | number | boolean>>
}

/** What one photo shows, as people who cannot see it may hear it; null when the model is not sure enough or broke a rule. */
export interface PhotoAlt {
  alt: Guess<string> | null
}

import type { Condition } from './listing-values.ts'
/** Contract between the page and the function `draft-from-photos`. */
export const PHOTO_DRAFT = {
  function: 'draft-from-photos',
  /** The first photos are enough to identify the item; more would cost time and add little. */
  maxPhotos: 3,
  perHour: 20,
  /** Descriptions of individual photos. */
  altsPerHour: 60,
  /** Guesses with lower confidence are dropped. */
  leastConfidence: 0.4,
} as const

export interface Guess<Value> {
  value: Value
  /** 0 to 1, according to the model itself. */
  confidence: number
}

/** What the photos seem to show. Every value is valid in the form; none is confirmed by the user. */
export interface PhotoDraft {
  category: Guess<string> | null
  title: Guess<string> | null
  condition: Guess<Condition> | null
  /** By attribute key: option ids, numbers, booleans, short texts. */
  attributes: Record<string, Guess<string | number | boolean>>
}

/** Alternative text for one photo; null when the model is not confident enough or broke a rule. */
export interface PhotoAlt {
  alt: Guess<string> | null
}

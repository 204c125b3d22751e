import type { PostForm, Taken } from './listing-form.ts'
import { isThere } from './suggestions.ts'

/** Source of a field's value, stored for the seller. */
export interface Provenance {
  source: Taken['source']
  confidence: number | null
  confirmed_at: string
}

/** Fields that still contain the suggested value. */
export function provenanceOf(form: PostForm): Record<string, Provenance> {
  return Object.fromEntries(
    Object.entries(form.taken)
      .filter(([, taken]) => isThere(taken, form))
      .map(([field, { source, confidence, at }]) => [field, { source, confidence, confirmed_at: at }]),
  )
}

/** Restores suggestions from stored provenance. */
export function takenOf(
  rows: readonly (Provenance & { field: string })[],
  form: Omit<PostForm, 'taken'>,
): PostForm['taken'] {
  return Object.fromEntries(
    rows.map(({ field, source, confidence, confirmed_at: at }) => [
      field,
      { source, confidence, at, change: saidIn(form, field) },
    ]),
  )
}

/** A field's current value. */
function saidIn(form: Omit<PostForm, 'taken'>, field: string): Taken['change'] {
  const attribute = /^attributes\.(.+)$/.exec(field)?.[1]
  if (attribute !== undefined) return { attributes: { [attribute]: form.attributes[attribute] ?? '' } }
  return { [field]: form[field as keyof typeof form] }
}
